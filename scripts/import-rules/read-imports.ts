/** Reads the modules a source file imports: imports, re-exports, dynamic imports and `import('x')` types. */
import { parseSync, Visitor } from 'oxc-parser'

export interface ImportStatement {
  readonly specifier: string
  readonly line: number
  /** Erased at run time. */
  readonly isType: boolean
  /** Loaded when the program gets there, by `import()`. */
  readonly isOnDemand: boolean
}

export function readImports(path: string, source: string): ImportStatement[] {
  const parsed = parseSync(path, source)
  const { module } = parsed
  const problem = parsed.errors.find(({ severity }) => severity === 'Error')
  if (problem !== undefined) throw new Error(`${path}: ${problem.message}`)
  const imports: ImportStatement[] = []
  const add = (specifier: string, offset: number, isType: boolean, isOnDemand = false) => {
    imports.push({ specifier, line: source.slice(0, offset).split('\n').length, isType, isOnDemand })
  }

  for (const { moduleRequest, entries, start, end } of module.staticImports) {
    const isTypeStatement = /^import\s+type\b(?!\s*from\b|\s*,)/.test(source.slice(start, end))
    const isType = isTypeStatement || (entries.length > 0 && entries.every(entry => entry.isType))
    add(moduleRequest.value, start, isType)
  }
  for (const { entries, start } of module.staticExports) {
    const [first] = entries
    if (first?.moduleRequest)
      add(
        first.moduleRequest.value,
        start,
        entries.every(entry => entry.isType),
      )
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const literal = source.slice(moduleRequest.start, moduleRequest.end).match(/^(['"`])([^'"`$]+)\1$/)
    if (literal?.[2] !== undefined) add(literal[2], start, false, true)
  }
  // Building the tree takes most of the time, and few files have such types.
  if (/\bimport\s*\(/.test(source))
    new Visitor({ TSImportType: node => add(node.source.value, node.start, true) }).visit(parsed.program)
  return imports.toSorted((a, b) => a.line - b.line)
}
