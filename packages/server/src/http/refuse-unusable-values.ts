/** Rejects, for every route, values that nothing can store or process: NUL, unpaired surrogates and deep nesting. */
import { AppError } from '@filesmith/contract/errors'
import { isUsableText, unusableTextRefusal } from '@filesmith/contract/text-rules'
import type { FastifyInstance } from 'fastify'

/** Deeper than any schema; recursive readers would overflow the stack (denial of service). */
const maxDepth = 32
/** More than any request has; long texts and lists of areas are strings. */
const maxValues = 50_000

/** Multipart bodies are read by their handlers, which check each field and file name the same way. */
export function registerValueCheck(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    const { depth, values } = measureJson(body)
    if (depth > maxDepth) done(nestedTooDeeply('the body'))
    else if (values > maxValues) done(refused('The body has too many values.'))
    else parse(request, body, done)
  })
  app.addHook('preValidation', async ({ params, query, body }) => {
    refuseUnusableValue('the path', params)
    refuseUnusableValue('the query', query)
    if (isPlain(body)) refuseUnusableValue('the body', body)
  })
}

export function refuseUnusableText(where: string, text: string): void {
  if (!isUsableText(text)) throw refused(`${where} ${unusableTextRefusal}`)
}

/** Iterative, since recursion would overflow the stack on the nesting that is being checked. */
export function refuseUnusableValue(where: string, root: unknown): void {
  const open = [{ value: root, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') refuseUnusableText(capitalized(where), value)
    if (typeof value !== 'object' || value === null) continue
    if (depth === maxDepth) throw nestedTooDeeply(where)
    for (const [name, inner] of Object.entries(value)) {
      refuseUnusableText(`A name in ${where}`, name)
      open.push({ value: inner, depth: depth + 1 })
    }
  }
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/**
 * Before the text is parsed, valid or not: parsing 1 MB of nested or empty objects stops the event loop for up to half a
 * second (denial of service), reading it takes a few milliseconds. Ends at the first limit.
 */
function measureJson(json: string): { readonly depth: number; readonly values: number } {
  let [depth, deepest, values] = [0, 0, 0]
  for (let at = 0; at < json.length && deepest <= maxDepth && values <= maxValues; at += 1) {
    const code = json.charCodeAt(at)
    if (code === quote) at = endOfString(json, at)
    else if (code === comma) values += 1
    else if (closing.has(code)) depth -= 1
    else if (opening.has(code)) {
      depth += 1
      values += 1
      deepest = Math.max(deepest, depth)
    }
  }
  return { depth: deepest, values }
}

/** Position of the closing quote. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at += 1
  }
  return json.length
}

/** True for JSON and text as produced by body parsers; streams and buffers are file content. */
function isPlain(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return typeof body === 'string'
  return Array.isArray(body) || [Object.prototype, null].includes(Object.getPrototypeOf(body))
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function nestedTooDeeply(where: string): AppError {
  return refused(`${capitalized(where)} is nested too deeply.`)
}

function refused(reason: string): AppError {
  return new AppError('invalid-request', { reason })
}
