import { rootHttpRouterServiceFactory } from '@backstage/backend-defaults/rootHttpRouter';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { explainRefusal, type Refusal } from './explainRefusal';

type Judge = (request: IncomingMessage) => Refusal | undefined;

/** The ordinary root router, for requests to this machine under its own names. */
export const guardedHttpRouter = rootHttpRouterServiceFactory({
  configure({ app, server, config, applyDefaults }) {
    const baseUrls = [config.getString('app.baseUrl'), config.getString('backend.baseUrl')];
    const judge: Judge = ({ method, headers: { host, origin, upgrade } }) =>
      explainRefusal({ method, host, origin, isUpgrade: upgrade !== undefined }, baseUrls);
    app.use((request, response, next) => {
      const refusal = judge(request);
      if (refusal === undefined) next();
      else
        response
          .status(refusal.status)
          .json({ error: { name: 'NotAllowedError', message: refusal.message } });
    });
    judgeUpgrades(server, judge);
    applyDefaults();
  },
});

/**
 * Web sockets do not pass the router: plugins listen to the server, from the first of these requests on. With a listener of
 * ours before there is one of theirs, that first request would not reach them; so ours comes just before theirs.
 */
function judgeUpgrades(server: Server, judge: Judge): void {
  const refuse = (request: IncomingMessage, socket: Duplex) => {
    const refusal = judge(request);
    if (refusal !== undefined) socket.destroy();
  };
  let isListening = false;
  server.on('newListener', event => {
    if (event !== 'upgrade' || isListening) return;
    isListening = true;
    server.on('upgrade', refuse);
  });
}
