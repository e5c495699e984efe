/** The form of the pages in the workspace, read when it is shown. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { useEffect, useState } from 'react'
import type { FieldValues, WorkbenchAction } from '../actions/workbench-action.ts'
import type { FormReading, ShownField } from '../drawing/form-fields.ts'
import type { PageDrawing } from '../drawing/page-drawing.ts'
import { allPages, type PageWorkspace, type WorkPage } from '../model/page-workspace.ts'
import { presentValues } from './form-values.ts'

const { form: texts } = workbenchMessages

/** A page with fields; the first of its copies. */
export interface FormPage {
  readonly page: WorkPage
  /** In the workspace, from 1. */
  readonly position: number
  readonly size: { readonly width: number; readonly height: number }
  readonly fields: readonly ShownField[]
}

export interface WorkspaceForm {
  readonly pages: readonly FormPage[]
  readonly fields: readonly ShownField[]
  /** Why it cannot be filled in; undefined if it can. */
  readonly problem: string | undefined
}

export function useForm(
  drawing: PageDrawing,
  workspace: PageWorkspace,
  /** Open files; none while the form is not shown. */
  sources: readonly string[],
  isShown: boolean,
): WorkspaceForm {
  const [readings, setReadings] = useState<ReadonlyMap<string, FormReading>>(new Map())
  const missing = isShown ? sources.filter(source => !readings.has(source)) : []
  const missingKey = missing.join()
  useEffect(() => {
    let isCurrent = true
    const read = missingKey === '' ? [] : missingKey.split(',')
    void Promise.all(read.map(async source => [source, await drawing.form(source)] as const)).then(found => {
      if (isCurrent && found.length > 0) setReadings(known => new Map([...known, ...found]))
    })
    return () => {
      isCurrent = false
    }
  }, [drawing, missingKey])
  return isShown
    ? formOf(workspace, readings, missing.length > 0)
    : { pages: [], fields: [], problem: undefined }
}

export function formOf(
  workspace: PageWorkspace,
  readings: ReadonlyMap<string, FormReading>,
  isReading: boolean,
): WorkspaceForm {
  const seen = new Set<string>()
  const pages = allPages(workspace).flatMap((page, index): FormPage[] => {
    const reading = readings.get(page.source ?? '')
    const size = reading?.pageSizes.get(page.page)
    const key = `${page.source}/${page.page}`
    if (reading === undefined || size === undefined || seen.has(key)) return []
    seen.add(key)
    const fields = reading.fields.filter(field => field.page === page.page)
    return [{ page, position: index + 1, size, fields }]
  })
  const forms = new Set(pages.map(({ page }) => page.source))
  const hasXfa = [...readings.values()].some(({ isXfa }) => isXfa)
  return {
    pages,
    fields: pages.flatMap(({ fields }) => fields),
    problem: isReading
      ? texts.reading
      : forms.size > 1
        ? texts.severalForms
        : pages.length === 0
          ? hasXfa
            ? texts.xfa
            : texts.noFields
          : undefined,
  }
}

/** Why the form cannot be saved yet; undefined for actions without one. */
export function missingInForm(
  { view }: Pick<WorkbenchAction, 'view'>,
  { problem, fields }: WorkspaceForm,
  values: FieldValues,
): string | undefined {
  if (view !== 'form') return undefined
  const isEmpty = values.flatten !== true && presentValues(values.values, fields) === '{}'
  return problem ?? (isEmpty ? texts.empty : undefined)
}

/** Without values of fields that are on no page any more. */
export function sentFormValues({ fields }: WorkspaceForm, values: FieldValues): FieldValues {
  return { ...values, values: presentValues(values.values, fields) }
}
