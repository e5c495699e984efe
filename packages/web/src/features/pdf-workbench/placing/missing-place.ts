/** What is missing on the pages before an action can start. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { redactSwitches } from '../actions/protect-actions.ts'
import type { FieldValues, WorkbenchAction } from '../actions/workbench-action.ts'
import { allPages, type PageWorkspace } from '../model/page-workspace.ts'
import { listPlaces } from './place.ts'
import type { Placed } from './placed-options.ts'

const { placing: texts } = workbenchMessages

export function missingPlace(
  { placing, drawsImage }: Pick<WorkbenchAction, 'placing' | 'drawsImage'>,
  values: FieldValues,
  { places, signature, watermark }: Placed,
  workspace: PageWorkspace,
): string | undefined {
  if (drawsImage && !watermark) return texts.noImage
  if (placing === 'mark') {
    const hasWords = [values.words, values.patterns].some(text => String(text ?? '').trim() !== '')
    const hasSwitch = redactSwitches.some(name => values[name] === true)
    return hasWords || hasSwitch || listPlaces(places, 'mark', allPages(workspace)).length > 0
      ? undefined
      : texts.nothingMarked
  }
  if (placing !== 'stamp') return undefined
  if (!signature) return texts.noSignature
  return listPlaces(places, 'stamp', allPages(workspace)).length > 0 ? undefined : texts.notPlaced
}
