/** Finds exported names that two files of one package declare: a name must lead to one thing. */
import { parseSync } from 'oxc-parser'

export interface Homonym {
  readonly name: string
  readonly files: readonly string[]
}

export interface SourceFile {
  readonly path: string
  readonly source: string
}

/** Test files may repeat names: nothing is imported from them. */
export function findHomonyms(files: readonly SourceFile[]): Homonym[] {
  const declared = files.flatMap(({ path, source }) =>
    exportedNames(path, source).map(name => ({ key: `${packageOf(path)} ${name}`, path })),
  )
  return [...Map.groupBy(declared, ({ key }) => key)]
    .filter(([, uses]) => uses.length > 1)
    .map(([key, uses]) => ({ name: key.split(' ')[1] ?? key, files: uses.map(({ path }) => path) }))
}

function packageOf(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}

/** Declarations only: a re-export is the same thing. Overloads of a function count once. */
function exportedNames(path: string, source: string): string[] {
  const { module } = parseSync(path, source)
  const names = module.staticExports.flatMap(({ entries }) =>
    entries
      .filter(({ moduleRequest }) => moduleRequest === null)
      .map(({ exportName }) => exportName.name)
      .filter(name => name !== null),
  )
  return [...new Set(names)]
}
