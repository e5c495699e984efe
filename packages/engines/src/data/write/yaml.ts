/** Writes YAML that readers of versions 1.1 and 1.2 understand alike: text that could be anything else is quoted. */
import {
  type DataValue,
  DateText,
  isDataList,
  isJsonNumber,
  NumberText,
  writeJsonValue,
} from '../values/data-value.ts'

export function writeYaml(value: DataValue): string {
  return isBlock(value) ? writeBlock(value, '') : `${writeScalar(value)}\n`
}

/** One item of a list at the top. */
export function writeYamlItem(value: DataValue): string {
  return item(value, '')
}

function isBlock(value: DataValue): boolean {
  return (value instanceof Map && value.size > 0) || (isDataList(value) && value.length > 0)
}

function writeBlock(value: DataValue, indent: string): string {
  if (isDataList(value)) return value.map(entry => item(entry, indent)).join('')
  if (!(value instanceof Map)) return ''
  return [...value]
    .map(([key, entry]) => {
      const name = `${indent}${writeText(key)}:`
      return isBlock(entry)
        ? `${name}\n${writeBlock(entry, `${indent}  `)}`
        : `${name} ${writeScalar(entry)}\n`
    })
    .join('')
}

/** The first key of an object is on the line of the dash. */
function item(value: DataValue, indent: string): string {
  if (!isBlock(value)) return `${indent}- ${writeScalar(value)}\n`
  return `${indent}- ${writeBlock(value, `${indent}  `).slice(indent.length + 2)}`
}

function writeScalar(value: DataValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return writeText(value)
  if (value instanceof NumberText) return writeNumber(value.text)
  if (value instanceof DateText) return value.text
  if (value instanceof Uint8Array) return `!!binary ${Buffer.from(value).toString('base64')}`
  return writeJsonValue(value)
}

const specialNumbers: Readonly<Record<string, string>> = {
  NaN: '.nan',
  Infinity: '.inf',
  '-Infinity': '-.inf',
}

function writeNumber(text: string): string {
  return isJsonNumber(text) ? text : (specialNumbers[text] ?? text)
}

const plainText = /^[\p{L}_/][\p{L}\p{N}\p{M}_./@%+=()' -]*$/u
/** Values of version 1.1 and 1.2, and what begins like a number. */
const otherMeaning = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i

function writeText(text: string): string {
  const isPlain =
    plainText.test(text) && !text.endsWith(' ') && !otherMeaning.test(text) && text.length < 1000
  return isPlain ? text : JSON.stringify(text)
}
