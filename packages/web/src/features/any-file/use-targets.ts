/** Which formats are offered for files: those that this server and the plan of the user allow, or why not. */
import { operationsForFile } from '@filesmith/contract/file-conversions'
import { formatRefusal } from '@filesmith/contract/format-refusal'
import type { FormatId } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { type OptionControl, optionControls } from '@filesmith/contract/option-controls'
import type { PlanId } from '@filesmith/contract/plans'
import { maxUploadBytes } from '@filesmith/contract/upload-purposes'
import { useMemo } from 'react'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableOperations } from '../../lib/use-unavailable-operations.ts'
import type { ChosenFile } from './file-choice.ts'

export interface Targets {
  /** Why a file cannot become a format here; undefined if it can. */
  readonly refusalOf: (file: ChosenFile, to: FormatId) => string | undefined
  readonly controlsOf: (file: ChosenFile, to: FormatId) => readonly OptionControl[]
  readonly maxBytesOf: (file: ChosenFile, to: FormatId) => number
}

export function useTargets(): Targets {
  const plan = usePlan()
  const unavailable = useUnavailableOperations()
  return useMemo(() => createTargets(plan, unavailable), [plan, unavailable])
}

function createTargets(plan: PlanId, unavailable: ReadonlyMap<string, string>): Targets {
  const possibleFor = ({ name, choice: { format } }: ChosenFile, to: FormatId) =>
    operationsForFile({ fileName: name, format }, to)
  const operationFor = (file: ChosenFile, to: FormatId): OperationId | undefined => {
    const possible = possibleFor(file, to)
    return possible.find(id => !unavailable.has(id)) ?? possible[0]
  }
  return {
    refusalOf(file, to) {
      const possible = possibleFor(file, to)
      const [first] = possible
      if (first !== undefined && possible.every(id => unavailable.has(id))) return unavailable.get(first)
      return formatRefusal(to, plan)?.message
    },
    controlsOf(file, to) {
      const operation = operationFor(file, to)
      if (operation === undefined) return []
      const definition: Operation = operations[operation]
      return optionControls(definition, to, plan)
    },
    maxBytesOf: (file, to) => maxUploadBytes(operationFor(file, to) ?? 'convert-files', plan),
  }
}
