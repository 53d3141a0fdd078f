#pragma once
// Telling systemd how far the server is, for a unit with Type=notify. Its protocol is one datagram to the
// socket in $NOTIFY_SOCKET; libsystemd, which would bring four libraries along, has little more for this.
//
// Without that variable these functions do nothing. Where the message cannot be sent they log why: systemd
// then ends the start or waits for the end as for any program that is silent.

namespace rowhouse::server {

void TellReady();     // requests are answered
void TellStopping();  // requests in progress are being finished

}  // namespace rowhouse::server
