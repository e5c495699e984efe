/** Generates the API client from the OpenAPI document of a running server and formats it with Biome. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { apiPaths } from '@filesmith/contract/api-paths'
import { generateClient } from '../../scripts/client/generate-client.ts'
import type { OpenApi } from '../../scripts/client/openapi.ts'

export const clientPath = fileURLToPath(
  new URL('../../packages/client/src/generated/calls.ts', import.meta.url),
)
const biome = fileURLToPath(new URL('../../node_modules/@biomejs/biome/bin/biome', import.meta.url))

export async function generateCurrentClient(baseUrl: string): Promise<string> {
  const answer = await fetch(new URL(apiPaths.v1OpenApi, baseUrl))
  return format(generateClient((await answer.json()) as OpenApi))
}

function format(source: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = [biome, 'format', `--stdin-file-path=${clientPath}`]
    const child = execFile(process.execPath, args, { maxBuffer: 16 * 1024 * 1024 }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    )
    child.stdin?.end(source)
  })
}
