/** Lists all routes of the running app with the fields of their OpenAPI description, for route fuzzing. */
import type { DeclaredRoute } from '../../../packages/server/src/http/access.ts'

export interface FieldSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly FieldSchema[]
  readonly oneOf?: readonly FieldSchema[]
  readonly items?: FieldSchema
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly minimum?: number
  readonly minLength?: number
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema?: FieldSchema
}

interface DescribedCall {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: FieldSchema }>> }
  readonly responses?: Readonly<Record<string, unknown>>
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, FieldSchema>> }
}

export interface FuzzedRoute extends DeclaredRoute {
  readonly params: readonly string[]
  readonly query: Readonly<Record<string, FieldSchema>>
  readonly headers: readonly string[]
  readonly body: Readonly<Record<string, FieldSchema>>
  readonly isForm: boolean
  /** Undefined if the description lists none, for example for downloads and pages. */
  readonly successStatuses: readonly number[] | undefined
}

export function describeRoutes(
  declared: readonly DeclaredRoute[],
  { paths, components }: OpenApiDocument,
): FuzzedRoute[] {
  const resolve = (schema: FieldSchema): FieldSchema => {
    const name = schema.$ref?.split('/').at(-1)
    return name === undefined ? schema : resolve(components?.schemas?.[name] ?? {})
  }
  return declared.map(route => {
    const call = paths[route.url.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    const content = call?.requestBody?.content ?? {}
    const form = content['multipart/form-data']
    const schema = resolve(form?.schema ?? content['application/json']?.schema ?? {})
    const parameters = (place: string) => (call?.parameters ?? []).filter(each => each.in === place)
    const statuses = Object.keys(call?.responses ?? {}).map(Number)
    const successes = statuses.filter(status => status >= 200 && status < 400)
    return {
      ...route,
      params: [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
      query: Object.fromEntries(parameters('query').map(each => [each.name, resolve(each.schema ?? {})])),
      headers: parameters('header').map(({ name }) => name),
      body: Object.fromEntries(propertiesOf(schema).map(([name, field]) => [name, resolve(field)])),
      isForm: form !== undefined,
      successStatuses: statuses.length === 0 ? undefined : successes,
    }
  })
}

/** Of all alternatives together. */
function propertiesOf({ properties = {}, anyOf = [], oneOf = [] }: FieldSchema): [string, FieldSchema][] {
  return [...Object.entries(properties), ...[...anyOf, ...oneOf].flatMap(propertiesOf)]
}

/** A valid value of the field, so that only the fuzzed field is invalid. */
export function sampleOf(name: string, field: FieldSchema): unknown {
  const known = knownSamples[name]
  if (known !== undefined) return known()
  if (field.const !== undefined) return field.const
  if (field.enum) return field.enum[0]
  const [first] = field.anyOf ?? field.oneOf ?? []
  if (first) return sampleOf('', first)
  const [type] = [field.type ?? 'string'].flat()
  if (type === 'boolean') return false
  if (type === 'number' || type === 'integer') return Math.max(1, field.minimum ?? 1)
  if (type === 'array') return [sampleOf('', field.items ?? {})]
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(field.properties ?? {}).map(([inner, schema]) => [inner, sampleOf(inner, schema)]),
    )
  if (field.format === 'uuid') return unknownId
  if (field.format === 'email') return 'fuzz@example.org'
  if (field.format === 'uri') return 'https://example.org/x'
  if (field.format === 'date-time') return '2099-01-01T00:00:00.000Z'
  return 'Sample text of enough characters'.slice(0, Math.max(12, field.minLength ?? 0))
}

export const unknownId = '00000000-0000-4000-8000-000000000000'

const numbers = (function* () {
  for (let number = 1; ; number += 1) yield number
})()
const knownSamples: Readonly<Record<string, () => unknown>> = {
  username: () => `fuzz-${numbers.next().value}`,
  email: () => `fuzz-${numbers.next().value}@example.org`,
  password: () => 'Ember+Anvil 27',
  newPassword: () => 'Ember+Anvil 28',
  amount: () => 4.99,
  url: () => 'https://example.org/hook',
  steps: () => [{ operation: 'convert-image', options: { outputFormat: 'png' } }],
  inputs: () => [{ url: 'https://example.org/a.png' }],
  sourceLanguage: () => 'en',
  targetLanguage: () => 'fr',
  subtitles: () => '1\n00:00:01,000 --> 00:00:02,000\nHello\n',
  options: () => ({}),
  delays: () => '',
  before: () => '',
}
