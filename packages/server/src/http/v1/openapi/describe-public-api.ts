/** Builds the OpenAPI document of the public API from the schemas that validate its requests. */
import type { ApiCall, OpenApiDocument } from '@filesmith/contract/openapi-document'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { describeCall } from './describe-call.ts'
import type { PublicRoute } from './public-routes.ts'
import { createSchemaRegistry } from './schema-registry.ts'
import { headers, responses, securitySchemes } from './shared-parts.ts'

const tagDescriptions: Readonly<Record<string, string>> = {
  Account: 'The account of a key, and the available operations.',
  Files: 'Files uploaded for jobs.',
  Jobs: 'Convert files in one or more steps, with optional delivery of the results.',
  Webhooks: 'Notifications when a job finishes.',
}

const description =
  'Convert, compress, edit, extract, transcribe and translate files from your own programs. Requests need the API key of an account on Pro: `Authorization: Bearer fsk_...`.'

export function describePublicApi(routes: readonly PublicRoute[], origin: string): OpenApiDocument {
  const registry = createSchemaRegistry()
  registry.describe(errorReplySchema, 'output')
  const paths: Record<string, Record<string, ApiCall>> = {}
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: describeCall(route, registry) }
  }
  const used = new Set(routes.flatMap(({ schema }) => schema.tags ?? []))
  return {
    openapi: '3.1.0',
    info: { title: 'Filesmith API', version: '1', description },
    servers: [{ url: origin }],
    tags: [...used].map(name => {
      const described = tagDescriptions[name]
      return described === undefined ? { name } : { name, description: described }
    }),
    paths,
    components: { schemas: registry.schemas, securitySchemes, headers, responses },
  }
}
