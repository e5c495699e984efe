/** Options of the archive: format, compression level and password protection. */
import { archiveFormats } from '@filesmith/contract/archive-formats'
import { canBeProtected, compressionLevels, isPaidFormat, levelLabel } from '@filesmith/contract/compression'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { PlanId } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import { compressMessages } from '@filesmith/contract/tools/compress/messages'
import { Lock } from 'lucide-react'
import { type CSSProperties, type ReactNode, useId } from 'react'
import type { ListedFile } from '../../lib/file-list/listed-file.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ArchiveEstimate, useArchiveEstimate } from './archive-estimate.tsx'
import { type CompressSettings, highestLevelOf } from './compress-settings.ts'

interface CompressOptionsProps {
  readonly files: readonly ListedFile[]
  readonly plan: PlanId
  readonly options: CompressSettings
  readonly onChange: (options: CompressSettings) => void
  readonly password: string
  readonly onPasswordChange: (password: string) => void
  readonly passwordError: string | undefined
  readonly isDisabled: boolean
}

export function CompressOptions(props: CompressOptionsProps) {
  const { files, plan, options, onChange, password, onPasswordChange, passwordError, isDisabled } = props
  const { format, level, isProtected } = options
  const id = useId()
  const isFree = plan === 'free'
  const estimate = useArchiveEstimate(files, format, level)
  const selectFormat = (value: string) => {
    const chosen = archiveFormats.find(candidate => candidate === value)
    if (chosen) onChange({ ...options, format: chosen })
  }
  return (
    <Panel role="group" aria-labelledby={`${id}-heading`} className="flex flex-col gap-5 self-start p-5">
      <h3 id={`${id}-heading`} className="text-lg">
        {conversionMessages.options}
      </h3>
      <ChoiceGroup
        legend={compressMessages.format}
        choices={archiveFormats.map(value => ({
          value,
          label: formatLabel(value),
          isDisabled: isFree && isPaidFormat(value),
          mark:
            isFree && isPaidFormat(value) ? (
              <Icon of={Lock} sizePx={16} label={compressMessages.paid} />
            ) : null,
        }))}
        value={format}
        onChange={selectFormat}
        isDisabled={isDisabled}
        note={compressMessages.formatNote(format)}
      />
      <div className="flex flex-col gap-3">
        <Slider
          label={compressMessages.level}
          min={compressionLevels.lowest}
          max={compressionLevels.highest}
          allowedMax={highestLevelOf(plan)}
          value={level}
          valueText={compressMessages.levelValue(level, levelLabel(level))}
          onChange={next => onChange({ ...options, level: next })}
          isDisabled={isDisabled}
          describedBy={isFree ? `${id}-paid` : undefined}
          aside={
            <span className="flex items-baseline gap-2">
              <output className="font-semibold">{levelLabel(level)}</output>
              {estimate.reductionPercent === undefined ? null : (
                <span className="text-xs text-ink-muted tabular-nums">
                  {compressMessages.expected(estimate.reductionPercent)}
                </span>
              )}
            </span>
          }
        />
        {isFree ? (
          <p id={`${id}-paid`} className="text-xs text-ink-muted">
            {compressMessages.paidNote}{' '}
            <TextLink to={paths.plans} className="whitespace-nowrap text-ink">
              {allowanceMessages.seePlans}
            </TextLink>
          </p>
        ) : null}
        <ArchiveEstimate {...estimate} />
      </div>
      <div>
        <Switch
          label={compressMessages.protect}
          isOn={isProtected}
          onChange={isOn => onChange({ ...options, isProtected: isOn })}
          disabled={isDisabled || !canBeProtected(format)}
          aria-describedby={canBeProtected(format) ? undefined : `${id}-tar`}
        />
        {canBeProtected(format) ? null : (
          <p id={`${id}-tar`} className="text-xs text-ink-muted">
            {compressMessages.notForTar}
          </p>
        )}
        {isProtected ? (
          <div className="appear mt-2">
            <PasswordField
              name="archive-password"
              autoComplete="new-password"
              label={compressMessages.password}
              hint={`${compressMessages.passwordHint} ${compressMessages.passwordKept}`}
              error={passwordError}
              value={password}
              onChange={event => onPasswordChange(event.currentTarget.value)}
              disabled={isDisabled}
            />
          </div>
        ) : null}
      </div>
    </Panel>
  )
}

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  /** Highest value the plan allows; values above it are shown as locked. */
  readonly allowedMax?: number
  /** Value as text, for screen readers. */
  readonly valueText: string
  readonly onChange: (value: number) => void
  readonly isDisabled?: boolean
  /** Explains the value, beside the label. */
  readonly aside?: ReactNode
  /** Id of the element that explains it. */
  readonly describedBy?: string | undefined
}

/** Native range input with a label for every step. */
function Slider(props: SliderProps) {
  const {
    label,
    value,
    min,
    max,
    allowedMax = max,
    valueText,
    onChange,
    isDisabled,
    aside,
    describedBy,
  } = props
  const id = useId()
  const steps = Array.from({ length: max - min + 1 }, (_, index) => min + index)
  return (
    <div style={{ '--share': (value - min) / (max - min) } as CSSProperties}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {aside}
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={1}
        value={value}
        disabled={isDisabled}
        aria-valuetext={valueText}
        aria-describedby={describedBy}
        // Values the plan does not include cannot be selected.
        onChange={({ currentTarget }) => onChange(Math.min(allowedMax, currentTarget.valueAsNumber))}
        className="slider"
      />
      {/* The thumb is 20 px wide, so its center travels from 10 px to 10 px before the end. */}
      <div aria-hidden="true" className="figures mx-2.5 flex justify-between text-xs text-ink-muted">
        {steps.map(step => (
          <span
            key={step}
            className={cx(
              'flex w-0 flex-col items-center',
              step === value && 'font-semibold text-ink',
              step > allowedMax && 'opacity-70',
            )}
          >
            {step}
            {step > allowedMax ? <Icon of={Lock} sizePx={16} /> : null}
          </span>
        ))}
      </div>
    </div>
  )
}
