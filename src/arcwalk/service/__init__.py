"""The service: models behind UDPipe's REST interface and a page in the browser, for `arcwalk serve`."""
