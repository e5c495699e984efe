/** Generates the TypeScript client from an OpenAPI document: types, and one function per operation. */
import { type ApiCall, jsonSchemaOf, listCalls } from './list-calls.ts'
import type { OpenApi, OpenApiParameter } from './openapi.ts'
import { nameTypes, type TypeNames } from './type-names.ts'
import { comment, writeShape, writeType } from './write-type.ts'

const head = `/** The calls of /api/v1, generated from the OpenAPI document by \`npm run client\`; do not edit. */
import type { CallSettings, Send, SentBody } from '../send.ts'
`

/** Unformatted; biome formats it. */
export function generateClient(api: OpenApi): string {
  const names = nameTypes(api)
  const types = [...names.named].map(([name, schema]) => {
    return `${comment(schema.description)}export interface ${name} ${writeShape(schema, names)}`
  })
  return [head, ...types, ...listCalls(api).map(call => writeCall(call, names))].join('\n\n')
}

function writeCall(call: ApiCall, names: TypeNames): string {
  const pathParameters = call.parameters.filter(each => each.in === 'path')
  const options = call.parameters.filter(each => each.in === 'query')
  const json = jsonSchemaOf(call.body)
  const bodyType = json ? writeType(json, names) : 'SentBody'
  const given = [
    'send: Send',
    ...pathParameters.map(({ name, schema }) => `${name}: ${writeType(schema, names)}`),
    ...(call.body ? [`body: ${bodyType}`] : []),
    ...(options.length > 0 ? [`options: ${writeOptions(options, names)} = {}`] : []),
    'settings: CallSettings = {}',
  ]
  const reply = { json: writeType(jsonSchemaOf(call.reply), names), response: 'Response', nothing: 'void' }[
    call.answers
  ]
  const parts = [
    `method: '${call.method}'`,
    `path: ${writePath(call.path)}`,
    ...(call.body ? [json ? 'json: body' : 'body'] : []),
    ...(options.length > 0 ? ['query: options'] : []),
    `answers: '${call.answers}'`,
    '...settings',
  ]
  return `${comment(call.summary)}export function ${call.id}(${given.join(', ')}): Promise<${reply}> {
  return send({ ${parts.join(', ')} })
}`
}

function writeOptions(options: readonly OpenApiParameter[], names: TypeNames): string {
  const fields = options.map(
    ({ name, schema, description }) =>
      `${comment(description)}readonly ${name}?: ${writeType(schema, names)} | undefined`,
  )
  return `{\n${fields.join('\n')}\n}`
}

function writePath(path: string): string {
  if (!path.includes('{')) return `'${path}'`
  return `\`${path.replace(/\{(\w+)\}/g, (_, name: string) => `\${encodeURIComponent(${name})}`)}\``
}
