/** Types for the part of an OpenAPI document that the client generator reads. */

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiCall>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> }
}

export interface OpenApiCall {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly OpenApiParameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content?: OpenApiContent }
  readonly responses?: Readonly<Record<string, { readonly content?: OpenApiContent }>>
}

export interface OpenApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: boolean
  readonly description?: string
  readonly schema?: JsonSchema
}

export type OpenApiContent = Readonly<Record<string, { readonly schema?: JsonSchema }>>

export interface JsonSchema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly nullable?: boolean
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly items?: JsonSchema | readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
}
