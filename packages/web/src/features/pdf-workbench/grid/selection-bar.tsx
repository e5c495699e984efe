/** Selects all pages, none, or a list such as "1-5, 8, odd". */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { inputStyle } from '../../../ui/field-frame.tsx'
import { allPages } from '../model/page-workspace.ts'
import { findListedPages } from '../model/select-pages.ts'
import type { Workbench } from '../use-workbench.ts'

const { select: texts, tools } = workbenchMessages

export function SelectionBar({ workbench }: { readonly workbench: Workbench }) {
  const { workspace, dispatch } = workbench
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const id = useId()
  const count = workspace.selected.size

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = findListedPages(workspace, text)
    if ('problem' in found) setProblem(found.problem)
    else {
      setProblem('')
      dispatch({ type: 'select-pages', pages: found.ids })
    }
  }
  return (
    <div className="border-t border-line px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
        <form onSubmit={handleSubmit} className="flex min-w-0 grow items-center gap-2 sm:max-w-xs">
          <input
            aria-label={texts.label}
            aria-invalid={problem !== '' || undefined}
            aria-describedby={problem === '' ? undefined : `${id}-problem`}
            placeholder={texts.placeholder}
            value={text}
            autoComplete="off"
            onChange={event => setText(event.currentTarget.value)}
            className={`${inputStyle} figures min-h-10! text-sm!`}
          />
          <Button type="submit">{texts.apply}</Button>
        </form>
        <Button variant="quiet" className="px-3!" onClick={() => dispatch({ type: 'select-all' })}>
          {tools.selectAll}
        </Button>
        <Button
          variant="quiet"
          className="px-3!"
          disabled={count === 0}
          onClick={() => dispatch({ type: 'select-pages', pages: [] })}
        >
          {tools.selectNone}
        </Button>
        <p className="figures ml-auto text-xs text-ink-muted">
          {workbenchMessages.figures(allPages(workspace).length, workspace.documents.length, count)}
        </p>
      </div>
      <p id={`${id}-problem`} role="alert" className="text-danger not-empty:mt-2">
        {problem}
      </p>
    </div>
  )
}
