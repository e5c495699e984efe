/** Loads the OpenAPI document of the public API. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { ApiCall, OpenApiDocument } from '@filesmith/contract/openapi-document'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'

export interface DescribedCall extends ApiCall {
  readonly method: string
  readonly path: string
}

export function useApiDescription(): UseQueryResult<OpenApiDocument> {
  return useQuery<OpenApiDocument>({ queryKey: [apiPaths.v1OpenApi] })
}

export function callsOf({ paths }: OpenApiDocument, tag: string): DescribedCall[] {
  return Object.entries(paths)
    .flatMap(([path, calls]) => Object.entries(calls).map(([method, call]) => ({ ...call, method, path })))
    .filter(({ tags }) => tags[0] === tag)
}
