/** /contact: contact form, addresses, office hours and FAQ. */
import { contactMessages } from '@filesmith/contract/messages/contact'
import { ContactForm } from './contact-form.tsx'
import { ContactInformation } from './contact-information.tsx'
import { ContactQuestions } from './contact-questions.tsx'
import { OfficeHours } from './office-hours.tsx'
import { UrgentHelp } from './urgent-help.tsx'
import { usePriority } from './use-priority.ts'

export function Contact() {
  const priority = usePriority()
  return (
    <div className="flex flex-col gap-12">
      <div className="flex flex-col gap-8">
        <header className="max-w-xl">
          <h1 className="text-2xl">{contactMessages.heading}</h1>
          <p className="mt-3 text-base text-ink-muted">{contactMessages.lead}</p>
        </header>
        <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,19rem)]">
          <ContactForm priority={priority} />
          <div className="grid gap-6 sm:max-md:grid-cols-2 sm:max-md:*:first:col-span-full">
            <UrgentHelp priority={priority} />
            <ContactInformation />
            <OfficeHours />
          </div>
        </div>
      </div>
      <ContactQuestions />
    </div>
  )
}
