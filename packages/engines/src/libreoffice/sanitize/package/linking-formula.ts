/** Whether a formula reads something outside of its file: other workbooks, URLs, running programs (DDE), or the machine. */

/** Functions that fetch a URL or start another program. */
const linkingFunctions =
  /(?:^|[^\p{L}\p{N}])(?:WEBSERVICE|IMAGE|RTD|DDE|CALL|REGISTER(?:\.ID)?|SQL\.REQUEST)\s*\(/iu
/**
 * Functions that show the machine: its system, the path of the file. LibreOffice computes them on every load, although it
 * shows the saved results of others.
 */
const disclosingFunctions = /(?:^|[^\p{L}\p{N}_])(?:INFO|CELL)\s*\(/iu
const literals = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g
const stringLiterals = /"(?:[^"]|"")*"/g
const quotedNames = /'(?:[^']|'')*'/g
/** Columns of a table in the same file: `Sales[Amount]`, `Sales[[#All],[Amount]]`, `[@Amount]`. */
const tableColumns =
  /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.]*\[(?:[^[\]]|\[[^[\]]*\])*\]|\[@(?:[^[\]]|\[[^[\]]*\])*\]/gu

/** Words in texts and names of sheets are not functions. */
function isDisclosing(formula: string): boolean {
  return disclosingFunctions.test(formula.replace(literals, '0'))
}

const none: ReadonlySet<string> = new Set()
const nameOrFunction = /[\p{L}_\\][\p{L}\p{N}_.\\?]*/gu

function namesIn(formula: string): string[] {
  return (formula.replace(literals, '0').match(nameOrFunction) ?? []).map(name => name.toLowerCase())
}

function usesNames(formula: string, names: ReadonlySet<string>): boolean {
  return names.size > 0 && namesIn(formula).some(name => names.has(name))
}

function add(users: Map<string, string[]>, used: string, name: string): void {
  const known = users.get(used)
  if (known) known.push(name)
  else users.set(used, [name])
}

/**
 * Names of formulas that link, or use one that links, in lower case. The formulas of such names are removed, and a cell
 * that uses one keeps its saved value only if its formula is removed as well.
 */
export function findLinkingNames(
  definitions: readonly (readonly [name: string, formula: string])[],
  isLinking: (formula: string) => boolean,
): ReadonlySet<string> {
  const users = new Map<string, string[]>()
  for (const [name, formula] of definitions)
    for (const used of namesIn(formula)) add(users, used, name.toLowerCase())
  const found = new Set<string>()
  const left = definitions.filter(([, formula]) => isLinking(formula)).map(([name]) => name.toLowerCase())
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (found.has(name)) continue
    found.add(name)
    left.push(...(users.get(name) ?? []))
  }
  return found
}

/** In a workbook of Excel, other files are in brackets: `[1]Sheet1!A1`, `'C:\[b.xlsx]Sheet1'!A1`; DDE has a bar. */
export function isLinkingFormula(formula: string, linkingNames: ReadonlySet<string> = none): boolean {
  if (usesNames(formula, linkingNames)) return true
  if (linkingFunctions.test(formula) || isDisclosing(formula)) return true
  const names = formula.replace(stringLiterals, '""')
  if ((names.match(quotedNames) ?? []).some(name => /[[|]|:\/\//.test(name))) return true
  return /[[|]/.test(names.replace(quotedNames, 'Name').replace(tableColumns, 'Name'))
}

/** In OpenFormula, other files are before a number sign: `['file:///b.ods'#$Sheet1.A1]`. */
export function isLinkingOpenFormula(formula: string, linkingNames: ReadonlySet<string> = none): boolean {
  if (usesNames(formula, linkingNames)) return true
  if (linkingFunctions.test(formula) || isDisclosing(formula)) return true
  const names = formula.replace(stringLiterals, '""')
  return /'\s*#|:\/\/|#\$?['\w]*\./.test(names)
}
