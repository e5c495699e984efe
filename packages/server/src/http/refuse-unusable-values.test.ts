import { toAppError } from '@filesmith/contract/errors'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registerValueCheck } from './refuse-unusable-values.ts'

let app: FastifyInstance
beforeEach(() => {
  app = fastify()
  registerValueCheck(app)
  app.setErrorHandler((error, _request, reply) => {
    const { statusCode } = error as { statusCode?: number }
    reply.status(statusCode ?? 400).send({ code: toAppError(error).code, params: toAppError(error).params })
  })
  app.post('/', async ({ body }) => body)
})
afterEach(() => app.close())

const post = (payload: string) =>
  app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': 'application/json' } })

const tooDeep = { code: 'invalid-request', params: { reason: 'The body is nested too deeply.' } }

describe('registerValueCheck: a JSON body', () => {
  test.each([
    ['arrays', '['],
    ['objects', '{"a":'],
    ['arrays after strings with escaped quotes', '["\\"",'],
  ])('of deeply nested %s is refused before it is parsed', async (_, level) => {
    // Not closed: parsing it, which takes half a second for a body of 1 MB, would find invalid JSON.
    expect((await post(level.repeat(1_000))).json()).toEqual(tooDeep)
  })

  test.each([
    ['objects', '{},'],
    ['numbers', '1,'],
  ])('of too many %s is refused before it is parsed', async (_, value) => {
    expect((await post(`[${value.repeat(60_000)}`)).json()).toEqual({
      code: 'invalid-request',
      params: { reason: 'The body has too many values.' },
    })
  })

  test.each([33, 40])('of %i levels is refused', async levels => {
    expect((await post('['.repeat(levels) + ']'.repeat(levels))).json()).toEqual(tooDeep)
  })

  test.each([
    ['32 levels', '['.repeat(32) + ']'.repeat(32)],
    ['many siblings', `[${'[[]],'.repeat(1_000)}[]]`],
    ['brackets in strings', JSON.stringify({ a: '[{'.repeat(1_000), b: `"${'['.repeat(100)}\\` })],
  ])('with %s is accepted', async (_, payload) => {
    const reply = await post(payload)
    expect({ status: reply.statusCode, body: reply.json() }).toEqual({
      status: 200,
      body: JSON.parse(payload),
    })
  })

  test('that is invalid or sets a prototype is refused by the parser', async () => {
    expect((await post('{"a":')).statusCode).toBe(400)
    expect((await post('{"__proto__":{"a":1}}')).statusCode).toBe(400)
    expect((await post('{"a":{"constructor":{"prototype":{}}}}')).statusCode).toBe(400)
    expect((await post('')).statusCode).toBe(400)
  })
})
