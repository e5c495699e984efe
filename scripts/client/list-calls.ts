/** Lists the operations of an OpenAPI document with their request and response types. */
import type { JsonSchema, OpenApi, OpenApiContent, OpenApiParameter } from './openapi.ts'

export interface ApiCall {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly parameters: readonly OpenApiParameter[]
  readonly body: OpenApiContent | undefined
  readonly reply: OpenApiContent | undefined
  readonly answers: 'json' | 'response' | 'nothing'
}

const methods: readonly string[] = ['get', 'post', 'put', 'patch', 'delete']

export function listCalls({ paths }: OpenApi): ApiCall[] {
  const calls = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(([method]) => methods.includes(method))
      .map(([method, call]): ApiCall => {
        if (!call.operationId) throw new Error(`${method} ${path} has no operationId`)
        const [status, good] =
          Object.entries(call.responses ?? {}).find(([each]) => each.startsWith('2')) ?? []
        return {
          id: call.operationId,
          method: method.toUpperCase(),
          path,
          summary: call.summary ?? '',
          parameters: call.parameters ?? [],
          body: call.requestBody?.content,
          reply: good?.content,
          answers: status === '204' ? 'nothing' : jsonSchemaOf(good?.content) ? 'json' : 'response',
        }
      }),
  )
  return calls.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

export function jsonSchemaOf(content: OpenApiContent | undefined): JsonSchema | undefined {
  return content?.['application/json']?.schema
}
