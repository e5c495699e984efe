/** Accepts long-running requests with 202 (`Prefer: respond-async`), and discards received files when a request is rejected. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { toAppError } from '@filesmith/contract/errors'
import type { AcceptedReply } from '@filesmith/contract/schemas/conversion'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReceivedForm } from './receive-form.ts'

export function prefersAsync({ headers }: FastifyRequest): boolean {
  return [headers.prefer ?? []].flat().some(value => /(^|,)\s*respond-async\s*(,|;|$)/i.test(value))
}

type Addresses = Pick<AcceptedReply, 'statusUrl' | 'eventsUrl'>

export function conversionAddresses(id: string): Addresses {
  return { statusUrl: apiPaths.conversion(id), eventsUrl: apiPaths.conversionEvents(id) }
}

export function batchAddresses(id: string): Addresses {
  return { statusUrl: apiPaths.batch(id), eventsUrl: apiPaths.batchEvents(id) }
}

export function sendAccepted(reply: FastifyReply, id: string, addresses: Addresses): FastifyReply {
  return reply
    .status(202)
    .header('preference-applied', 'respond-async')
    .header('location', addresses.statusUrl)
    .send({ id, ...addresses })
}

/** After an internal error it is unknown whether the request was accepted, so the files stay until they expire. */
export async function discardUnlessAccepted<Result>(
  form: ReceivedForm,
  accept: () => Promise<Result>,
): Promise<Result> {
  try {
    return await accept()
  } catch (error) {
    if (!toAppError(error).isFault) await form.discardReceived()
    throw error
  }
}
