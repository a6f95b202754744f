// What `kube-client` uses of undici. Its index also loads fetch, WebSocket, caches and mocks: 4 MB in each agent.
const Agent = require('undici/lib/dispatcher/agent');
const ProxyAgent = require('undici/lib/dispatcher/proxy-agent');
const send = require('undici/lib/api/api-request');

/** As in the index, for callers that bring their dispatcher. */
const request = (address, { dispatcher, ...options }) => {
  const { origin, pathname, search } = new URL(address);
  return send.call(dispatcher, { ...options, origin, path: pathname + search });
};

module.exports = { Agent, ProxyAgent, request };
