/** Parses the Kubernetes and Compose files of deploy/. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { rootFolder } from '../../../scripts/root-folder.mjs'

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  // biome-ignore lint/suspicious/noExplicitAny: every kind has a different shape, and the tests assert the fields they expect.
  readonly [part: string]: any
}

export function readDeployFile(path: string): string {
  return readFileSync(join(rootFolder, path), 'utf8')
}

export interface ComposeService {
  readonly image: string
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly stop_grace_period: string
}

/** Services of the compose file that run the Filesmith image. */
export function ownServices(): ComposeService[] {
  const file = parse(readDeployFile('deploy/compose/compose.yaml'), { merge: true })
  return Object.values<ComposeService>(file.services).filter(({ image }) => image === 'filesmith')
}

export function manifestsIn(folder: 'base' | 'example'): Manifest[] {
  const path = `deploy/kubernetes/${folder}`
  const files = readdirSync(join(rootFolder, path)).filter(
    name => name.endsWith('.yaml') && name !== 'kustomization.yaml',
  )
  return files.flatMap(name =>
    parseAllDocuments(readDeployFile(`${path}/${name}`)).map(document => {
      if (document.errors.length > 0) throw document.errors[0]
      return document.toJS() as Manifest
    }),
  )
}

const base = manifestsIn('base')

export function baseOfKind(kind: string): Manifest[] {
  return base.filter(manifest => manifest.kind === kind)
}

export function containerOf(deployment: Manifest) {
  return deployment.spec.template.spec.containers[0]
}

export function settingOf(deployment: Manifest, name: string): string | undefined {
  return containerOf(deployment).env.find((entry: { name: string }) => entry.name === name)?.value
}
