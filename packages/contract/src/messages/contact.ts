/** Texts of the contact page. */
import { type Instance, onlyPublic } from '../instance.ts'

const longest = (count: number) => `at most ${count.toLocaleString('en-US')} characters.`

/** Validation messages, shared by the page and the server. */
export const contactRules = {
  required: 'Required',
  nameTooShort: 'Name must be at least 2 characters.',
  nameTooLong: (count: number) => `Name must be ${longest(count)}`,
  emailInvalid: 'Please enter a valid email address.',
  subjectTooShort: 'Subject must be at least 5 characters.',
  subjectTooLong: (count: number) => `Subject must be ${longest(count)}`,
  messageTooShort: 'Message must be at least 10 characters.',
  messageTooLong: (count: number) => `Message must be ${longest(count)}`,
} as const

export const contactMessages = {
  heading: 'Contact Us',
  lead: {
    public: 'Questions, problems, refunds or ideas: a real person will answer.',
    private: 'Questions, problems or ideas: the operators of this server will answer.',
  } satisfies Record<Instance, string>,
  form: {
    heading: 'Write to us',
    name: 'Name',
    email: 'Email',
    emailHint: 'We will reply to this address.',
    subject: 'Subject',
    message: 'Message',
    messageHint:
      'If something went wrong, tell us which tool and file type you used. Never send passwords or card numbers.',
    /** Label of the honeypot field, which people do not see. */
    website: 'Leave this field empty',
    send: 'Send Message',
    sending: 'Sending...',
  },
  sentToast: {
    title: 'Message sent!',
    description: "We've received your message and will get back to you soon.",
  },
  failed: {
    unreachable: 'Message not sent: could not reach the server. Please try again.',
    withoutReason: 'Message not sent. Please try again in a moment.',
  },
  priority: {
    subject: 'Priority support',
    badge: 'Priority message.',
    note: 'It goes to the front of the line. We reply within 12 hours.',
    leave: 'Send as a regular message',
  },
  information: {
    heading: 'Contact information',
    support: 'Support',
    info: 'General inquiries',
    phone: 'Phone',
    office: 'Office',
    failed: 'Could not load our addresses. You can still use the form.',
    tryAgain: 'Try again',
  },
  hours: {
    heading: 'Hours',
    week: { days: 'Monday-Friday', hours: '9AM-5PM PST' },
    weekend: { days: 'Weekend', hours: 'Closed' },
    /** Times are in the user's time zone. */
    openUntil: (time: string) => `Open now, until ${time} your time.`,
    opensToday: (time: string) => `Closed now. Opens today at ${time} your time.`,
    opensLater: (day: string, time: string) => `Closed now. Opens ${day} at ${time} your time.`,
  },
  urgent: {
    heading: 'Need Urgent Help?',
    text: 'Messages from Pro members go to the front of the line. We reply within 12 hours.',
    action: 'Priority Support',
    forPro: 'Included in your Pro plan.',
    forOthers: 'Part of the Pro plan.',
  },
} as const

export const contactQuestions = {
  heading: 'Questions and answers',
  more: 'Find quick answers in the',
  help: 'Help Center',
  entries: (instance: Instance, moneyBackDays: number) => [
    ...onlyPublic(instance, {
      id: 'response',
      question: 'How soon will I get an answer?',
      answer:
        'Within 24-48 business hours, by email to the address in the form. Messages from Pro members go first and get a reply within 12 hours.',
    }),
    {
      id: 'technical',
      question: 'Do you help with technical problems?',
      answer:
        'Yes. Tell us which tool and file type you used and what you saw on the screen. Please do not send the file itself; we will ask for it if we need it.',
    },
    ...onlyPublic(
      instance,
      {
        id: 'refund',
        question: 'Can I get a refund?',
        answer: `Yes, within ${moneyBackDays} days of your first payment for Basic or Pro. The quickest way is in your account, under Subscription: we refund the full amount to your card. For other payment problems, contact us.`,
      },
      {
        id: 'enterprise',
        question: 'Do you offer custom solutions for enterprises?',
        answer:
          'Yes. You can run Filesmith on your own servers, with your own limits, storage and sign-in. Tell us what you need, and we will find the right setup together.',
      },
    ),
  ],
} as const
