/** Idempotency-Key header: replays the stored reply when a POST to the public API is repeated. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ClaimedCall } from '../../database/idempotent-calls.ts'
import {
  claimCall,
  type IdempotencyDeps,
  renewCall,
  renewIntervalMs,
  settleCall,
} from '../../domain/api-keys/api-keys.ts'

interface HeldCall {
  readonly call: ClaimedCall
  readonly renewing: NodeJS.Timeout
}

declare module 'fastify' {
  interface FastifyRequest {
    heldCall: HeldCall | undefined
  }
}

export function registerIdempotency(app: FastifyInstance, deps: IdempotencyDeps): void {
  app.decorateRequest('heldCall', undefined)

  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key']
    if (request.method !== 'POST' || !request.apiCaller || key === undefined) return
    const named = { accountId: request.apiCaller.account.id, key: String(key) }
    const claim = await claimCall(deps, named, requestFingerprint(request))
    if ('answered' in claim) {
      const { status, body } = claim.answered
      reply.status(status).header('idempotent-replayed', 'true')
      return body === null ? reply.send() : reply.type('application/json; charset=utf-8').send(body)
    }
    const renew = () =>
      renewCall(deps, claim.claimed).catch(error =>
        request.log.warn({ err: error }, 'idempotency lease renewal failed'),
      )
    request.heldCall = { call: claim.claimed, renewing: setInterval(renew, renewIntervalMs).unref() }
  })

  // Stored before the reply is sent, so that a client which repeats the request finds it.
  app.addHook('onSend', async (request, reply, payload) => {
    const { heldCall } = request
    if (!heldCall) return
    request.heldCall = undefined
    clearInterval(heldCall.renewing)
    const body = typeof payload === 'string' ? payload : null
    try {
      await settleCall(deps, heldCall.call, { status: reply.statusCode, body })
    } catch (error) {
      // The request was executed: replying matters more than storing the reply.
      request.log.error({ err: error }, 'storing the idempotent reply failed')
    }
  })
}

/** Files are streamed by the handler, so a body with files is identified by its type and length only. */
function requestFingerprint(request: FastifyRequest): string[] {
  const { 'content-type': type = '', 'content-length': length = '' } = request.headers
  const [kind = ''] = type.split(';')
  const isFile = request.isMultipart() || request.body instanceof Readable
  const body = isFile ? `${kind} ${length}` : JSON.stringify(request.body ?? null)
  return [request.method, request.url, body]
}
