/** Rejects, for every route, values that nothing can store or process: NUL, unpaired surrogates and deep nesting. */
import { AppError } from '@filesmith/contract/errors'
import { isUsableText, unusableTextRefusal } from '@filesmith/contract/text-rules'
import type { FastifyInstance } from 'fastify'

/** Deeper than any schema; recursive readers would overflow the stack (denial of service). */
const maxDepth = 32

/** Multipart bodies are read by their handlers, which check each field and file name the same way. */
export function registerValueCheck(app: FastifyInstance): void {
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
    if (depth === maxDepth) throw refused(`${capitalized(where)} is nested too deeply.`)
    for (const [name, inner] of Object.entries(value)) {
      refuseUnusableText(`A name in ${where}`, name)
      open.push({ value: inner, depth: depth + 1 })
    }
  }
}

/** True for JSON and text as produced by body parsers; streams and buffers are file content. */
function isPlain(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return typeof body === 'string'
  return Array.isArray(body) || [Object.prototype, null].includes(Object.getPrototypeOf(body))
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function refused(reason: string): AppError {
  return new AppError('invalid-request', { reason })
}
