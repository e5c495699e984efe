/**
 * Page of a tool with slots: input, options, progress, result and action. It reports what is missing before a job can start,
 * asks for the password of a protected file, and moves the focus along with the job.
 */
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { plans } from '@filesmith/contract/plans'
import { RotateCcw } from 'lucide-react'
import { lazy, type ReactNode, type RefObject, Suspense, useId, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { UnavailableNotice } from '../ui/unavailable-notice.tsx'
import { AllowanceNote, PlanLink } from './allowance-note.tsx'
import type { FileLock, JobFailure } from './job/job.ts'
import type { JobControl } from './job/use-job.ts'
import { toasts } from './toast-store.ts'
import { useFocusOnPhase } from './use-focus-on-phase.ts'
import { usePlan } from './use-plan.ts'

const PasswordOverlay = lazy(async () => ({
  default: (await import('./file-password-prompt.tsx')).PasswordOverlay,
}))

interface ToolFrameProps {
  readonly heading: string
  /** Where files are processed; default: how long they are kept. */
  readonly note?: ReactNode
  readonly aside?: ReactNode
  /** Hides the heading in full screen. */
  readonly headingClass?: string
  /** Why the tool is unavailable on this server. */
  readonly unavailable?: string | undefined
  readonly intro?: ReactNode
  readonly sectionRef?: RefObject<HTMLElement | null>
  readonly sectionClass?: string
  readonly children: ReactNode
}

/** Section of a tool with its heading. Tools with tabs put a ToolPage without a heading into each of them. */
export function ToolFrame(props: ToolFrameProps) {
  const { heading, note, aside, headingClass, unavailable, intro, sectionRef, sectionClass, children } = props
  const headingId = useId()
  const plan = usePlan()
  return (
    <section ref={sectionRef} aria-labelledby={headingId} className={cx('flex flex-col gap-4', sectionClass)}>
      <div className={cx('flex flex-wrap items-center justify-between gap-x-6 gap-y-1', headingClass)}>
        <div>
          <h2 id={headingId} className="text-lg">
            {heading}
          </h2>
          <div className="text-xs text-ink-muted">
            {note ?? uploadMessages.kept(plans[plan].storageHours)}
          </div>
        </div>
        {aside}
      </div>
      {intro}
      {unavailable === undefined ? null : <UnavailableNotice reason={unavailable} />}
      {children}
    </section>
  )
}

/** What is missing before the job can start. */
export interface Blocked {
  readonly title: string
  readonly description?: string
}

interface ToolAction {
  readonly label: string
  /** Label while the job runs; undefined hides the button then. */
  readonly workingLabel?: string
  readonly blocked: Blocked | undefined
  /** Why the last attempt had no useful result. */
  readonly problem?: string | undefined
  readonly isDisabled?: boolean
  /** Whether it stays visible while the tool is scrolled. */
  readonly isSticky?: boolean
  readonly buttonRef?: RefObject<HTMLButtonElement | null>
  readonly onStart: () => void
  /** Undefined when there is nothing to start over. */
  readonly onStartOver?: (() => void) | undefined
}

export interface PasswordSlot {
  readonly fileName: string
  /** Label of the submit button. */
  readonly openLabel: string
  /** Default: that of the job. */
  readonly lock?: FileLock | undefined
  /** A promise keeps the form busy until it settles. */
  readonly onOpen: (password: string) => unknown
  /** Default: resets the job. */
  readonly onLeave?: () => void
  /** Its first button gets the focus after closing if there is neither progress nor a download. */
  readonly returnRef?: RefObject<HTMLElement | null>
}

type Phase = 'idle' | 'working' | 'finished'

interface ToolPageProps<State> {
  readonly frame?: Omit<ToolFrameProps, 'children' | 'unavailable'>
  readonly job: Pick<JobControl<State>, 'view' | 'reset'>
  /** Phase shown; default: that of the job. */
  readonly phase?: Phase
  /** Above the slots of a tab; a page has it in its frame. */
  readonly intro?: ReactNode
  readonly unavailable: string | undefined
  readonly layout?: 'halves' | 'sidebar' | 'stacked'
  readonly gridClass?: string
  /** Above the input. */
  readonly lead?: ReactNode
  readonly input: ReactNode
  /** Called with the reported problem where the options point to it. */
  readonly options?: ReactNode | ((problem: string | undefined) => ReactNode)
  readonly progress?: (panelRef: RefObject<HTMLDivElement | null>) => ReactNode
  readonly result?: (state: State, downloadRef: RefObject<HTMLAnchorElement | null>) => ReactNode
  /** Between the slots and the action. */
  readonly notice?: ReactNode
  readonly action: ToolAction
  readonly password?: PasswordSlot
  /** Overlay of the tool; it restores the focus when it is closed. */
  readonly overlay?: (restoreFocus: () => void) => ReactNode
}

const gridClasses = {
  halves: 'grid items-stretch gap-5 md:grid-cols-2',
  sidebar: 'grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
  stacked: 'flex flex-col gap-4',
} as const

export function ToolPage<State>(props: ToolPageProps<State>) {
  const { frame, job, unavailable, action } = props
  const phase = props.phase ?? job.view.phase
  const { problem, ...reports } = useReports(action)

  const ownButtonRef = useRef<HTMLButtonElement>(null)
  const buttonRef = action.buttonRef ?? ownButtonRef
  const progressRef = useRef<HTMLDivElement>(null)
  const downloadRef = useRef<HTMLAnchorElement>(null)
  const isRestored = job.view.phase === 'finished' && job.view.isRestored
  const target = { idle: buttonRef, working: progressRef, finished: downloadRef }[phase]
  useFocusOnPhase(phase, target, !isRestored)

  const slots = (
    <>
      {props.lead}
      <Slots {...props} phase={phase} problem={problem} progressRef={progressRef} downloadRef={downloadRef} />
      {props.notice}
      {phase === 'idle' || (phase === 'working' && action.workingLabel !== undefined) ? (
        <ActionBar
          {...reports}
          action={action}
          buttonRef={buttonRef}
          isIdle={phase === 'idle'}
          isDisabled={unavailable !== undefined || action.isDisabled === true}
          missing={problem}
          failure={job.view.phase === 'idle' ? job.view.failure : undefined}
        />
      ) : null}
      {props.password ? (
        <PasswordPrompt
          {...props.password}
          lock={props.password.lock ?? (job.view.phase === 'idle' ? job.view.lock : undefined)}
          onLeave={props.password.onLeave ?? job.reset}
          onClosed={() => {
            const { returnRef } = props.password ?? {}
            const listed = returnRef?.current?.querySelector<HTMLElement>('button')
            const target = progressRef.current ?? downloadRef.current ?? listed ?? buttonRef.current
            target?.focus()
          }}
        />
      ) : null}
      {props.overlay?.(() => (downloadRef.current ?? buttonRef.current)?.focus())}
    </>
  )
  if (frame)
    return (
      <ToolFrame {...frame} unavailable={unavailable}>
        {slots}
      </ToolFrame>
    )
  return (
    <div className="flex flex-col gap-4">
      {props.intro}
      {unavailable === undefined ? null : <UnavailableNotice reason={unavailable} />}
      {slots}
    </div>
  )
}

/** Reports what is missing when the user starts, until it is there. */
function useReports({ blocked, onStart, onStartOver }: ToolAction) {
  const [reported, setReported] = useState<string>()
  const missing = blocked && (blocked.description ?? blocked.title)
  return {
    problem: reported !== undefined && reported === missing ? reported : undefined,
    onStart() {
      setReported(missing)
      if (blocked) toasts.show({ ...blocked, variant: 'destructive' })
      else onStart()
    },
    onStartOver:
      onStartOver &&
      (() => {
        setReported(undefined)
        onStartOver()
      }),
  }
}

interface SlotsProps<State>
  extends Pick<
    ToolPageProps<State>,
    'job' | 'layout' | 'gridClass' | 'input' | 'options' | 'progress' | 'result'
  > {
  readonly phase: Phase
  readonly problem: string | undefined
  readonly progressRef: RefObject<HTMLDivElement | null>
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
}

function Slots<State>(props: SlotsProps<State>) {
  const { job, phase, problem, layout = 'sidebar', gridClass, progressRef, downloadRef } = props
  const { view } = job
  const options = typeof props.options === 'function' ? props.options(problem) : props.options
  const progress = phase === 'working' ? props.progress?.(progressRef) : undefined
  const result =
    phase === 'finished' && view.phase === 'finished' ? props.result?.(view.state, downloadRef) : undefined
  const outcome = progress ?? result
  const isGrid = layout !== 'stacked'
  const isSplit = Boolean(options) || Boolean(outcome)
  return (
    <div className={isSplit || !isGrid ? cx(gridClasses[layout], gridClass) : 'grid'}>
      {props.input}
      {options}
      {isGrid || !outcome ? outcome : <div className="mx-auto grid w-full max-w-160">{outcome}</div>}
    </div>
  )
}

interface ActionBarProps {
  readonly action: ToolAction
  readonly buttonRef: RefObject<HTMLButtonElement | null>
  readonly isIdle: boolean
  readonly isDisabled: boolean
  readonly missing: string | undefined
  readonly failure: JobFailure | undefined
  readonly onStart: () => void
  readonly onStartOver: (() => void) | undefined
}

/** Main button of the tool; sticky at the bottom edge on small screens. */
function ActionBar(props: ActionBarProps) {
  const { action, buttonRef, isIdle, isDisabled, missing, failure, onStart, onStartOver } = props
  const problem = missing ?? failure?.message ?? action.problem
  const needsPlan = missing === undefined && failure?.needsPlan === true
  return (
    <div
      className={cx(
        '-mx-4 -mb-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-b border-t border-line bg-surface px-4 py-3 sm:m-0 sm:flex-nowrap sm:rounded-none sm:px-0 sm:pb-0',
        action.isSticky !== false && 'sticky-action',
      )}
    >
      {problem ? (
        <p className="grow font-semibold text-danger max-sm:w-full">
          {problem} {needsPlan ? <PlanLink /> : null}
        </p>
      ) : (
        <p className="min-h-5.5 grow max-sm:w-full">
          <AllowanceNote />
        </p>
      )}
      {onStartOver && isIdle ? (
        <Button className="min-h-12" onClick={onStartOver}>
          <Icon of={RotateCcw} /> {uploadMessages.startOver}
        </Button>
      ) : null}
      <Button
        ref={buttonRef}
        variant="accent"
        size="large"
        className="max-sm:grow"
        disabled={isDisabled || !isIdle}
        onClick={onStart}
      >
        {isIdle ? action.label : action.workingLabel}
      </Button>
    </div>
  )
}

interface PasswordPromptProps extends Pick<PasswordSlot, 'fileName' | 'openLabel' | 'onOpen'> {
  /** Undefined when no password is needed. */
  readonly lock: FileLock | undefined
  readonly onLeave: () => void
  readonly onClosed: () => void
}

/** Loaded with the first protected file, and kept so that closing animates. */
function PasswordPrompt(props: PasswordPromptProps) {
  const [isLoaded, setIsLoaded] = useState(false)
  if (props.lock && !isLoaded) setIsLoaded(true)
  return <Suspense>{isLoaded ? <PasswordOverlay {...props} /> : null}</Suspense>
}
