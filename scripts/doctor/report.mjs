/** Formats the findings as a table: a line each, with the fix below. */

/**
 * @typedef {object} Finding
 * @property {string} area
 * @property {string} name
 * @property {'ok' | 'warning' | 'problem'} status
 * @property {string} found
 * @property {string} [fix] what to do about it
 */

/** @param {readonly Finding[]} findings */
export function countFindings(findings) {
  /** @param {Finding['status']} status */
  const count = status => findings.filter(finding => finding.status === status).length
  return { ok: count('ok'), warnings: count('warning'), problems: count('problem') }
}

/** @param {readonly Finding[]} findings */
export function formatFindings(findings) {
  /** @param {'status' | 'area' | 'name'} column */
  const widthOf = column => Math.max(...findings.map(finding => finding[column].length))
  const widths = { status: widthOf('status'), area: widthOf('area'), name: widthOf('name') }
  const lines = findings.flatMap(({ status, area, name, found, fix }) => {
    const start = `${status.padEnd(widths.status)}  ${area.padEnd(widths.area)}  ${name.padEnd(widths.name)}`
    return [`${start}  ${found}`, ...(fix === undefined ? [] : [`${' '.repeat(widths.status)}  -> ${fix}`])]
  })
  const { ok, warnings, problems } = countFindings(findings)
  return [...lines, '', `${ok} ok, ${warnings} warnings, ${problems} problems`].join('\n')
}
