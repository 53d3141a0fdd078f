// Takes the place of the generated embedded_assets.cc in a build without the console.

#include "table_service/console/assets.h"

namespace rowhouse::console {

Assets EmbeddedAssets() { return {}; }

}  // namespace rowhouse::console
