/** Side panel of the workbench: what to make of the pages. On a phone it opens as a sheet. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { type ReactNode, type RefObject, useId, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Overlay } from '../../../ui/overlay.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ActionForm } from './action-form.tsx'
import { workbenchActions } from './registry.ts'
import { eachResultOf, type FieldValues, resultName, type WorkbenchAction } from './workbench-action.ts'

interface ActionPanelProps {
  readonly action: WorkbenchAction
  readonly values: FieldValues
  readonly areProblemsShown: boolean
  readonly onChoose: (id: string) => void
  readonly onChange: (values: FieldValues) => void
  /** Above the form, for example what is placed on the pages. */
  readonly placed?: ReactNode
  readonly actions?: readonly WorkbenchAction[]
  /** Names of the open documents. */
  readonly documents?: readonly string[]
}

/** The breakpoint at which the panel is beside the pages. */
const wideQuery = '(min-width: 52rem)'

export function ActionPanel(props: ActionPanelProps) {
  const isWide = useSyncExternalStore(subscribe, () => window.matchMedia(wideQuery).matches)
  const changeRef = useRef<HTMLButtonElement>(null)
  const { action, values, areProblemsShown, onChange, documents = [] } = props
  const form = (
    <>
      {props.placed}
      <ActionForm
        fields={action.fields}
        values={values}
        areProblemsShown={areProblemsShown}
        onChange={onChange}
        documents={documents}
      />
      <EachResultChoice
        action={action}
        values={values}
        onChange={onChange}
        hasSeveral={documents.length > 1}
      />
    </>
  )
  if (!isWide)
    return (
      <Panel className="flex flex-col gap-4 p-4">
        <ChosenAction {...props} changeRef={changeRef} />
        {form}
      </Panel>
    )
  return (
    <Panel className="flex flex-col gap-4 self-start p-4 @max-[56rem]:self-stretch @min-[56rem]:sticky @min-[56rem]:top-20">
      <h3 className="text-base">{workbenchMessages.panel}</h3>
      {/* Beside the pages, the form of the chosen action stays in view with them. */}
      <div className="flex flex-col gap-4 @min-[56rem]:-mx-2 @min-[56rem]:max-h-[42dvh] @min-[56rem]:overflow-y-auto @min-[56rem]:px-2">
        <ActionList {...props} />
      </div>
      <div className="flex flex-col gap-3 border-t border-line pt-3">
        <p className="text-xs text-ink-muted">{action.note}</p>
        {form}
      </div>
    </Panel>
  )
}

interface EachResultChoiceProps extends Pick<ActionPanelProps, 'action' | 'values' | 'onChange'> {
  readonly hasSeveral: boolean
}

/** What becomes of several documents: never merged without saying so. */
function EachResultChoice({ action, values, onChange, hasSeveral }: EachResultChoiceProps) {
  const { eachResult, eachResults, mergesAll } = workbenchMessages.fields
  const { separates, canSeparatePages } = action
  const offered = [
    'all' as const,
    ...(separates && hasSeveral ? ['document' as const] : []),
    ...(canSeparatePages ? ['page' as const] : []),
  ]
  if (offered.length > 1)
    return (
      <ChoiceGroup
        legend={eachResult}
        choices={offered.map(value => ({ value, label: eachResults[value] }))}
        value={eachResultOf(action, values)}
        columnsClass="grid-cols-1 @min-[19rem]:grid-flow-col @min-[19rem]:auto-cols-fr"
        onChange={value => onChange({ ...values, [resultName]: value })}
      />
    )
  const isMerged = hasSeveral && action.pages === 'all' && action.group !== 'save'
  return isMerged ? <p className="text-xs text-ink-muted">{mergesAll}</p> : null
}

function ChosenAction(props: ActionPanelProps & { readonly changeRef: RefObject<HTMLButtonElement | null> }) {
  const { action, changeRef, onChoose } = props
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <div className="flex flex-wrap items-center justify-end gap-3">
        <Icon of={action.icon} className="text-ink-muted" />
        <div className="min-w-0 grow basis-36">
          <h3 className="text-base">{action.label}</h3>
          <p className="text-xs text-ink-muted">{action.note}</p>
        </div>
        <Button ref={changeRef} aria-label={workbenchMessages.chooseAction} onClick={() => setIsOpen(true)}>
          {workbenchMessages.change}
        </Button>
      </div>
      <Overlay
        isOpen={isOpen}
        title={workbenchMessages.chooseAction}
        onLeave={close}
        onClosed={() => changeRef.current?.focus()}
      >
        <div className="mt-4 flex flex-col gap-4">
          <ActionList {...props} onChoose={onChoose} />
          <Button variant="solid" size="large" onClick={close}>
            {workbenchMessages.done}
          </Button>
        </div>
      </Overlay>
    </>
  )
}

const groupIds = ['save', 'split', 'smaller', 'protect', 'draw', 'more'] as const

function ActionList({ action, onChoose, actions = workbenchActions }: ActionPanelProps) {
  const name = useId()
  return groupIds.map(group => {
    const members = actions.filter(each => each.group === group)
    if (members.length === 0) return null
    return (
      <fieldset key={group} className="min-w-0">
        <legend className="mb-1.5 text-xs font-semibold text-ink-muted">
          {workbenchMessages.groups[group]}
        </legend>
        <div className="grid gap-1 @min-[40rem]:@max-[56rem]:grid-cols-3">
          {members.map(({ id, label, icon }) => (
            <label
              key={id}
              className="choice focus-inside relative flex min-h-11 cursor-pointer items-center gap-3 rounded border border-transparent px-3 font-medium transition-colors hover:bg-surface-sunken has-checked:border-ink has-checked:bg-surface-sunken has-checked:font-semibold"
            >
              <input
                type="radio"
                name={name}
                value={id}
                checked={id === action.id}
                onChange={() => onChoose(id)}
                className="absolute inset-0 cursor-[inherit] opacity-0"
              />
              <Icon of={icon} className="text-ink-muted" />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
    )
  })
}

function subscribe(onChange: () => void): () => void {
  const list = window.matchMedia(wideQuery)
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}
