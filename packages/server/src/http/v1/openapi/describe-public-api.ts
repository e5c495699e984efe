/** The public API as an OpenAPI document, made from the schemas that check the calls. */
import type { ApiCall, OpenApiDocument } from '@filesmith/contract/openapi-document'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { describeCall } from './describe-call.ts'
import type { PublicRoute } from './public-routes.ts'
import { createSchemaRegistry } from './schema-registry.ts'
import { headers, responses, securitySchemes } from './shared-parts.ts'

const tagDescriptions: Readonly<Record<string, string>> = {
  Account: 'Whom a key belongs to, and what can be asked for.',
  Files: 'Files sent for jobs.',
  Jobs: 'Files come in, pass one or more steps, and may be sent on.',
  Webhooks: 'Where your programs hear that a job ended.',
}

const description =
  'Convert, compress, edit, extract, transcribe and translate files by program. Calls carry a key of an account on Pro: `Authorization: Bearer fsk_...`.'

export function describePublicApi(routes: readonly PublicRoute[], origin: string): OpenApiDocument {
  const shelf = createSchemaRegistry()
  shelf.describe(errorReplySchema, 'output')
  const paths: Record<string, Record<string, ApiCall>> = {}
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: describeCall(route, shelf) }
  }
  const used = new Set(routes.flatMap(({ schema }) => schema.tags ?? []))
  return {
    openapi: '3.1.0',
    info: { title: 'Filesmith API', version: '1', description },
    servers: [{ url: origin }],
    tags: [...used].map(name => {
      const said = tagDescriptions[name]
      return said === undefined ? { name } : { name, description: said }
    }),
    paths,
    components: { schemas: shelf.schemas, securitySchemes, headers, responses },
  }
}
