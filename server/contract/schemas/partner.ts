/** The fields about student and teacher in a submission to a partner's challenge (B3, B5). */
import { z } from 'zod'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { emailProblem, partnerAge } from '../rules.ts'

const filled = z.string().trim().min(1, messages.partnerRequired).max(limits.partnerField)
const email = filled.refine((value) => emailProblem(value) === null, messages.emailInvalid)
const telephone = filled.refine((value) => /^\+?[\d\s()./-]{5,}$/.test(value), messages.partnerTelephone)

export const PartnerEntry = z
  .object({
    studentFirstName: filled,
    studentLastName: filled,
    studentAge: z.coerce
      .number(messages.partnerAge)
      .int(messages.partnerAge)
      .min(partnerAge.min, messages.partnerAge)
      .max(partnerAge.max, messages.partnerAge),
    studentCity: filled,
    studentProvince: filled,
    studentEmail: email.describe('Under 18 the e-mail address of a parent'),
    studentTelephone: telephone.describe('Under 18 the telephone number of a parent'),
    teacherName: filled,
    teacherEmail: email,
    teacherTelephone: telephone,
    confirmRelease: z.literal(true, messages.partnerConfirm),
    confirmRules: z.literal(true, messages.partnerConfirm),
  })
  .meta({
    example: {
      studentFirstName: 'Noor',
      studentLastName: 'Haddad',
      studentAge: 16,
      studentCity: 'Halifax',
      studentProvince: 'Nova Scotia',
      studentEmail: 'parent@example.org',
      studentTelephone: '+1 902 555 0100',
      teacherName: 'M. Leblanc',
      teacherEmail: 'teacher@example.org',
      teacherTelephone: '+1 902 555 0101',
      confirmRelease: true,
      confirmRules: true,
    },
  })

export type PartnerEntry = z.infer<typeof PartnerEntry>
