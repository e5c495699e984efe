/** Whether a formula reads something outside of its file: other workbooks, URLs, or running programs (DDE). */

/** Functions that fetch a URL or start another program. */
const linkingFunctions =
  /(?:^|[^\p{L}\p{N}])(?:WEBSERVICE|IMAGE|RTD|DDE|CALL|REGISTER(?:\.ID)?|SQL\.REQUEST)\s*\(/iu
const stringLiterals = /"(?:[^"]|"")*"/g
const quotedNames = /'(?:[^']|'')*'/g
/** Columns of a table in the same file: `Sales[Amount]`, `Sales[[#All],[Amount]]`, `[@Amount]`. */
const tableColumns =
  /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.]*\[(?:[^[\]]|\[[^[\]]*\])*\]|\[@(?:[^[\]]|\[[^[\]]*\])*\]/gu

/** In a workbook of Excel, other files are in brackets: `[1]Sheet1!A1`, `'C:\[b.xlsx]Sheet1'!A1`; DDE has a bar. */
export function isLinkingFormula(formula: string): boolean {
  if (linkingFunctions.test(formula)) return true
  const names = formula.replace(stringLiterals, '""')
  if ((names.match(quotedNames) ?? []).some(name => /[[|]|:\/\//.test(name))) return true
  return /[[|]/.test(names.replace(quotedNames, 'Name').replace(tableColumns, 'Name'))
}

/** In OpenFormula, other files are before a number sign: `['file:///b.ods'#$Sheet1.A1]`. */
export function isLinkingOpenFormula(formula: string): boolean {
  if (linkingFunctions.test(formula)) return true
  const names = formula.replace(stringLiterals, '""')
  return /'\s*#|:\/\/|#\$?['\w]*\./.test(names)
}
