/** Dialog in which the format and the options of a file, or of all files of a kind, are chosen. */
import { type FileKind, type FormatId, fileKinds, formats } from '@filesmith/contract/formats'
import { anyFileMessages } from '@filesmith/contract/messages/any-file'
import { kindNames } from '@filesmith/contract/messages/kinds'
import type { OptionControl } from '@filesmith/contract/option-controls'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { Overlay } from '../../ui/overlay.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { ChosenOptions } from './file-choice.ts'
import { OptionFields } from './option-fields.tsx'

/** What the dialog is about. */
export interface TargetQuestion {
  readonly title: string
  /** Most wanted first. */
  readonly outputs: readonly FormatId[]
  readonly wanted: readonly FormatId[]
  /** Kind of the files, whose formats are listed first. */
  readonly kind: FileKind
  readonly to: FormatId | undefined
  readonly options: ChosenOptions
  readonly refusalOf: (to: FormatId) => string | undefined
  readonly labelOf: (to: FormatId) => string
  readonly controlsOf: (to: FormatId) => readonly OptionControl[]
  /** Why these options cannot be used together. */
  readonly problemOf: (to: FormatId, options: ChosenOptions) => string | undefined
  /** Below the formats, about the chosen one. */
  readonly noteOf?: (to: FormatId) => string | undefined
}

interface TargetDialogProps {
  /** Undefined when it is closed. */
  readonly question: TargetQuestion | undefined
  readonly onApply: (to: FormatId, options: ChosenOptions) => void
  readonly onLeave: () => void
  readonly onClosed: () => void
}

const texts = anyFileMessages.dialog

/** Fewer formats need no search. */
const searchFrom = 9

export function TargetDialog({ question, onApply, onLeave, onClosed }: TargetDialogProps) {
  // Stays while the dialog closes.
  const [shown, setShown] = useState(question)
  if (question && question !== shown) setShown(question)
  return (
    <Overlay
      isOpen={question !== undefined}
      title={<span className="wrap-anywhere">{shown?.title}</span>}
      onLeave={onLeave}
      onClosed={onClosed}
    >
      {shown ? <TargetForm question={shown} onApply={onApply} onLeave={onLeave} /> : null}
    </Overlay>
  )
}

interface TargetFormProps extends Pick<TargetDialogProps, 'onApply' | 'onLeave'> {
  readonly question: TargetQuestion
}

function TargetForm({ question, onApply, onLeave }: TargetFormProps) {
  const { outputs, refusalOf, labelOf, controlsOf, problemOf, noteOf } = question
  const [text, setText] = useState('')
  const [to, setTo] = useState(question.to)
  const [options, setOptions] = useState(question.options)
  const applyRef = useRef<HTMLButtonElement>(null)
  const found = outputs.filter(output => matches(output, labelOf(output), text))
  const controls = to === undefined ? [] : controlsOf(to)
  const problem = to === undefined ? undefined : problemOf(to, options)
  const refusals = [...new Set(found.flatMap(output => refusalOf(output) ?? []))]

  const choose = (value: string) => {
    const chosen = outputs.find(output => output === value)
    if (chosen === undefined || chosen === to) return
    setTo(chosen)
    setOptions({})
  }
  const chooseFirst = () => {
    const first = found.find(output => refusalOf(output) === undefined)
    if (first === undefined) return
    choose(first)
    applyRef.current?.focus()
  }
  return (
    <form
      className="mt-4 flex flex-col gap-5"
      onSubmit={event => {
        event.preventDefault()
        if (to !== undefined && problem === undefined) onApply(to, options)
      }}
    >
      {outputs.length >= searchFrom ? (
        <FormatSearch text={text} onChange={setText} onSubmit={chooseFirst} />
      ) : null}
      <p role="status" className={found.length === 0 ? 'text-ink-muted' : 'sr-only'}>
        {found.length === 0 ? texts.nothingFound(text) : ''}
      </p>
      {groupsOf(question, found).map(({ label, ids, columnsClass }) => (
        <ChoiceGroup
          key={label}
          legend={label}
          columnsClass={columnsClass ?? 'grid-cols-3 @min-[24rem]:grid-cols-4'}
          choices={ids.map(value => ({
            value,
            label: labelOf(value),
            isWide: columnsClass === undefined && labelOf(value).length > longLabelLength,
            isDisabled: refusalOf(value) !== undefined,
          }))}
          value={to ?? ''}
          onChange={choose}
        />
      ))}
      {refusals.length > 0 ? (
        <div className="text-xs text-ink-muted">
          {refusals.map(reason => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      ) : null}
      {to !== undefined && noteOf?.(to) ? <p className="text-ink-muted">{noteOf(to)}</p> : null}
      {controls.length > 0 ? (
        <OptionFields key={to} controls={controls} options={options} onChange={setOptions} />
      ) : null}
      <div className="sticky bottom-0 -mx-6 -mb-6 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-surface-raised px-6 py-4 sm:-mx-8 sm:-mb-8 sm:px-8">
        <p role="status" className={problem === undefined ? 'sr-only' : 'w-full text-xs text-danger'}>
          {problem === undefined ? '' : withLabels(problem, controls)}
        </p>
        <Button onClick={onLeave}>{texts.close}</Button>
        <Button
          ref={applyRef}
          type="submit"
          variant="solid"
          disabled={to === undefined || problem !== undefined}
        >
          {texts.apply}
        </Button>
      </div>
    </form>
  )
}

/** Names of options as the dialog shows them. */
function withLabels(problem: string, controls: readonly OptionControl[]): string {
  return problem.replace(/\b[a-z]+[A-Z]\w*/g, word =>
    controls.some(({ name }) => name === word) ? `"${anyFileMessages.option(word)}"` : word,
  )
}

/** Longer labels, such as reStructuredText, do not fit in a narrow column. */
const longLabelLength = 12

interface FormatSearchProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onSubmit: () => void
}

/** Not a form: it is inside the one of the dialog. */
function FormatSearch({ text, onChange, onSubmit }: FormatSearchProps) {
  return (
    <SearchField
      label={texts.search}
      clearLabel={texts.clearSearch}
      text={text}
      isInForm
      onChange={onChange}
      onSubmit={onSubmit}
    />
  )
}

function matches(format: FormatId, result: string, text: string): boolean {
  const word = text.trim().toLowerCase().replace(/^\./, '')
  const { label, extensions } = formats[format]
  return [format, label.toLowerCase(), result.toLowerCase(), ...extensions].some(name => name.includes(word))
}

interface FormatGroup {
  readonly label: string
  readonly ids: readonly FormatId[]
  readonly columnsClass?: string
}

/** Most wanted first, then by kind, the kind of the file first; results with longer names last. */
function groupsOf({ wanted, kind, labelOf }: TargetQuestion, found: readonly FormatId[]): FormatGroup[] {
  const named = found.filter(id => labelOf(id) !== formats[id].label)
  const first = wanted.filter(id => found.includes(id) && !named.includes(id))
  const others = found.filter(id => !first.includes(id) && !named.includes(id))
  const kinds = [kind, ...fileKinds.filter(other => other !== kind)]
  return [
    { label: texts.mostWanted, ids: first },
    ...kinds.map(each => ({ label: kindNames[each], ids: others.filter(id => formats[id].kind === each) })),
    { label: texts.otherResults, ids: named, columnsClass: 'grid-cols-1 @min-[24rem]:grid-cols-2' },
  ].filter(({ ids }) => ids.length > 0)
}
