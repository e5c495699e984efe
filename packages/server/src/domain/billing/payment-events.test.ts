import { expect, test } from 'vitest'
import type { OutgoingEvent } from '../../ports/test-payments.ts'
import { deliverTestEvents } from './payment-events.ts'

function outbox(...ids: string[]) {
  const waiting = new Map<string, OutgoingEvent>(
    ids.map(id => [id, { id, rawBody: Buffer.from(id), signature: `signed ${id}` }]),
  )
  return {
    waiting,
    listOutgoing: async () => [...waiting.values()],
    markReceived: async (id: string) => void waiting.delete(id),
  }
}

test('deliverTestEvents: delivers each event once, signed, oldest first', async () => {
  const events = outbox('one', 'two', 'three')
  const received: string[] = []
  const receive = async (rawBody: Buffer, signature: string) => {
    received.push(`${rawBody}, ${signature}`)
  }
  await deliverTestEvents(events, receive)
  await deliverTestEvents(events, receive)
  expect(received).toEqual(['one, signed one', 'two, signed two', 'three, signed three'])
})

test('deliverTestEvents: stops at the first failure and resumes there', async () => {
  const events = outbox('one', 'two', 'three')
  const received: string[] = []
  let isDown = true
  const receive = async (rawBody: Buffer) => {
    if (isDown && rawBody.toString() === 'two') throw new Error('away')
    received.push(rawBody.toString())
  }
  await expect(deliverTestEvents(events, receive)).rejects.toThrow('away')
  expect(received).toEqual(['one'])
  expect([...events.waiting.keys()]).toEqual(['two', 'three'])
  isDown = false
  await deliverTestEvents(events, receive)
  expect(received).toEqual(['one', 'two', 'three'])
})
