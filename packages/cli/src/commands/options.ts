/** `filesmith options`: lists the operations, or the options of one operation. */
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import type { Operation } from '@filesmith/contract/operations/operation'
import { operationIds, operations } from '@filesmith/contract/operations/registry'
import { withoutPlans } from '@filesmith/contract/private-texts'
import { fieldsOf, type OperationField } from '../arguments/operation-fields.ts'
import { exitCodes } from '../exit-codes.ts'
import { alignColumns, printLines } from '../print-lines.ts'
import type { Command } from './command.ts'
import { readOperation } from './convert.ts'

const { oneOf, defaultValue, required } = commandLineMessages

export const listOptions: Command = async ({ args }) => {
  const [name] = args.operands
  if (name === undefined) {
    printLines(alignColumns(operationIds.map(id => [id, operations[id].label])))
    return exitCodes.done
  }
  const operation = readOperation(name)
  const fields = fieldsOf(operation)
    .map(withoutPlanNote)
    .map(field =>
      field.name === operations[operation].formatField ? formatFlag(field, operations[operation]) : field,
    )
  if (args.isJson) printLines(fields.map(field => JSON.stringify(field)))
  else printLines(alignColumns(fields.map(field => [`--${field.flag}`, describe(field)])))
  return exitCodes.done
}

/** This machine and private servers have no plans; a public server says what its plans do not include. */
function withoutPlanNote(field: OperationField): OperationField {
  const { description } = field
  return description === undefined ? field : { ...field, description: withoutPlans(description) }
}

function formatFlag(field: OperationField, { outputs }: Operation): OperationField {
  return { ...field, flag: 'to', values: field.values.length > 0 ? field.values : outputs }
}

function describe({ isSwitch, isRequired, values, usual, description }: OperationField): string {
  const parts = [
    ...(values.length > 0 ? [oneOf(values)] : []),
    ...(isRequired ? [required] : usual === undefined || isSwitch ? [] : [defaultValue(usual)]),
  ]
  return [parts.join('; '), description].filter(part => part !== undefined && part !== '').join('. ')
}
