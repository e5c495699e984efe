import { expect, test } from 'vitest'
import type { OutgoingEvent } from '../../ports/test-payments.ts'
import { deliverTestEvents } from './deliver-test-events.ts'

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

test('every event arrives with its signature, oldest first, and once', async () => {
  const events = outbox('one', 'two', 'three')
  const heard: string[] = []
  const receive = async (rawBody: Buffer, signature: string) => {
    heard.push(`${rawBody}, ${signature}`)
  }
  await deliverTestEvents(events, receive)
  await deliverTestEvents(events, receive)
  expect(heard).toEqual(['one, signed one', 'two, signed two', 'three, signed three'])
})

test('the first that fails stops it, and the next time goes on from there', async () => {
  const events = outbox('one', 'two', 'three')
  const heard: string[] = []
  let isAway = true
  const receive = async (rawBody: Buffer) => {
    if (isAway && rawBody.toString() === 'two') throw new Error('away')
    heard.push(rawBody.toString())
  }
  await expect(deliverTestEvents(events, receive)).rejects.toThrow('away')
  expect(heard).toEqual(['one'])
  expect([...events.waiting.keys()]).toEqual(['two', 'three'])
  isAway = false
  await deliverTestEvents(events, receive)
  expect(heard).toEqual(['one', 'two', 'three'])
})
