import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/components.css";
import "./pages/sign_in/sign_in.css";
import "./pages/tables/tables.css";
import "./pages/browse/browse.css";
import "./pages/heat/heat.css";
import "./pages/heat/findings.css";
import "./pages/heat/partitions.css";
import "uplot/dist/uPlot.min.css";
import "./pages/server/server.css";
import "./pages/requests/requests.css";
import "./pages/access/access.css";

import { render } from "preact";
import { App } from "./app/app.tsx";

render(<App />, document.body);
