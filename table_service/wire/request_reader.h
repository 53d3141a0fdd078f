#pragma once
// Turns bytes into one Request: the head, then a chunked body (the connection reads bodies with a
// Content-Length). Uses neither sockets nor a clock. Decides which requests are refused with which
// status; Boost.Beast's parser checks the grammar of the head.

#include "entity/error.h"
#include "table_service/wire/chunk_decoder.h"
#include "table_service/wire/head_scanner.h"
#include "table_service/wire/message.h"

#include <boost/beast/http/basic_parser.hpp>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rowhouse::wire {

// The reason why a request is not executed. `status` differs from that of the code where HTTP
// has a specific status for which the service has no code (414, 417).
struct RequestRefusal {
  ErrorCode code;
  int status;

  explicit RequestRefusal(ErrorCode error_code)
      : RequestRefusal(error_code, ToWire(error_code).status) {}
  RequestRefusal(ErrorCode error_code, int http_status) : code(error_code), status(http_status) {}
};

class RequestReader final : private boost::beast::http::basic_parser<true> {
 public:
  struct Progress {
    enum class State : std::uint8_t { kMore, kDone, kRefused };
    State state;
    std::size_t used;  // bytes at the start of the input that are no longer needed
  };

  // Looks for a head at the start of `input`, which begins with the unused bytes of the previous
  // call. kDone: the head is complete and the accessors below are valid. kRefused: GetRefusal()
  // says why; no further request can be read from the stream.
  Progress ReadHead(std::string_view input);
  // Likewise continues to read a chunked body. Never keeps more than limits::kBodyBytesMax.
  // REQUIRES: IsChunked()
  Progress ReadChunks(std::string_view input);

  Request& GetRequest() { return request_; }
  // REQUIRES: kRefused has been returned
  const RequestRefusal& GetRefusal() const {
    assert(refusal_);
    return *refusal_;
  }

  bool IsHttp11() const { return http11_; }
  bool IsHeadMethod() const { return request_.method == "HEAD"; }
  bool KeepsAlive() const { return keep_alive(); }
  bool IsChunked() const { return chunked(); }
  bool HasBody() const { return IsChunked() || ContentLength() > 0; }
  std::uint64_t ContentLength() const { return content_length_; }  // 0 if there is none
  bool ExpectsContinue() const { return expects_continue_; }

 private:
  using Error = boost::beast::error_code;
  using Text = boost::beast::string_view;

  void on_request_impl(boost::beast::http::verb verb, Text method, Text target, int version,
                       Error& error) override;
  void on_response_impl(int status, Text reason, int version, Error& error) override;
  void on_field_impl(boost::beast::http::field field, Text name, Text value, Error& error) override;
  void on_header_impl(Error& error) override;
  void on_body_init_impl(const boost::optional<std::uint64_t>& length, Error& error) override;
  std::size_t on_body_impl(Text body, Error& error) override;
  void on_chunk_header_impl(std::uint64_t size, Text extensions, Error& error) override;
  std::size_t on_chunk_body_impl(std::uint64_t remain, Text body, Error& error) override;
  void on_finish_impl(Error& error) override;

  Progress Refuse(RequestRefusal refusal);
  std::optional<RequestRefusal> CheckHead();
  void TakeAbsoluteTarget();

  HeadScanner scanner_;
  ChunkDecoder chunks_;
  Request request_;
  std::optional<RequestRefusal> refusal_;
  std::uint64_t content_length_ = 0;
  std::size_t fields_ = 0;
  int hosts_ = 0;
  bool head_done_ = false;
  bool http11_ = false;
  bool has_transfer_encoding_ = false;
  bool bad_transfer_encoding_ = false;
  bool expects_continue_ = false;
  bool expects_other_ = false;
};

}  // namespace rowhouse::wire
