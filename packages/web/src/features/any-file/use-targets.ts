/** Which formats are offered for files: those that this server and the plan of the user allow, or why not. */
import { errorMessage } from '@filesmith/contract/errors'
import { conversionFields, operationsForFile } from '@filesmith/contract/file-conversions'
import { formatRefusal } from '@filesmith/contract/format-refusal'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { anyFileMessages } from '@filesmith/contract/messages/any-file'
import { createAudiobook, maxAudiobookFiles } from '@filesmith/contract/operations/create-audiobook'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { type OptionControl, optionControls, refusalOfOptions } from '@filesmith/contract/option-controls'
import { type FormatPair, pairName } from '@filesmith/contract/pair-pages'
import type { PlanId } from '@filesmith/contract/plans'
import { formatFor } from '@filesmith/contract/refuse-format'
import { maxUploadBytes } from '@filesmith/contract/upload-purposes'
import { useMemo } from 'react'
import { usePlan } from '../../lib/use-plan.ts'
import { type Unavailable, useUnavailable } from '../../lib/use-unavailable-operations.ts'
import type { ChosenFile, ChosenOptions } from './file-choice.ts'

export interface Targets {
  /** Why a file cannot become a format here; undefined if it can. */
  readonly refusalOf: (file: ChosenFile, to: FormatId) => string | undefined
  /** The same for all files of a format, whatever the plan. */
  readonly refusalOfPair: (pair: FormatPair) => string | undefined
  /** What the file becomes, where the format alone does not say it. */
  readonly labelOf: (file: ChosenFile, to: FormatId) => string
  readonly controlsOf: (file: ChosenFile, to: FormatId) => readonly OptionControl[]
  /** Why these options cannot be used together. */
  readonly problemOf: (file: ChosenFile, to: FormatId, options: ChosenOptions) => string | undefined
  readonly maxBytesOf: (file: ChosenFile, to: FormatId) => number
  /** Options of an audiobook of these files; undefined if they cannot be joined to one here. */
  readonly audiobookControlsOf: (files: readonly ChosenFile[]) => readonly OptionControl[] | undefined
}

export function useTargets(): Targets {
  const plan = usePlan()
  const unavailable = useUnavailable()
  return useMemo(() => createTargets(plan, unavailable), [plan, unavailable])
}

type KnownFile = Pick<ChosenFile, 'name'> & { readonly choice: Pick<ChosenFile['choice'], 'format'> }

function createTargets(plan: PlanId, { operations: reasons, lacks }: Unavailable): Targets {
  const recognized = ({ name, choice: { format } }: KnownFile) => ({ fileName: name, format })
  const possibleFor = (file: KnownFile, to: FormatId) => {
    const possible = operationsForFile(recognized(file), to)
    const usable = possible.filter(id => !lacks(id, formatFor(recognized(file), operations[id].inputs), to))
    return { possible, usable }
  }
  const operationFor = (file: ChosenFile, to: FormatId): OperationId | undefined => {
    const { possible, usable } = possibleFor(file, to)
    return usable[0] ?? possible[0]
  }
  const missingOf = (file: KnownFile, to: FormatId): string | undefined => {
    const { possible, usable } = possibleFor(file, to)
    const [first] = possible
    if (first === undefined || usable.length > 0) return undefined
    const from = formatFor(recognized(file))
    return reasons.get(first) ?? errorMessage('engine-missing', { tool: pairName({ from, to }) })
  }
  return {
    refusalOf: (file, to) => missingOf(file, to) ?? formatRefusal(to, plan)?.message,
    refusalOfPair: ({ from, to }) =>
      missingOf({ name: `file.${formats[from].extensions[0]}`, choice: { format: from } }, to),
    labelOf: (file, to) => anyFileMessages.result(operationFor(file, to), to),
    controlsOf(file, to) {
      const operation = operationFor(file, to)
      if (operation === undefined) return []
      const from = formatFor(recognized(file), operations[operation].inputs)
      return optionControls(operation, { from, to }, plan)
    },
    problemOf(file, to, options) {
      const operation = operationFor(file, to)
      if (operation === undefined) return undefined
      return refusalOfOptions(operation, conversionFields(operation, recognized(file), to, options), plan)
    },
    maxBytesOf: (file, to) => maxUploadBytes(operationFor(file, to) ?? 'convert-files', plan),
    audiobookControlsOf(files) {
      const inputs: readonly FormatId[] = createAudiobook.inputs
      const isPossible =
        files.length > 1 && files.length <= maxAudiobookFiles && !reasons.has('create-audiobook')
      if (!isPossible || !files.every(({ named }) => inputs.includes(named))) return undefined
      return optionControls('create-audiobook', { from: 'mp3', to: 'm4b' }, plan)
    },
  }
}
