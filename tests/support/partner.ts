/** The form that a student submits with a video to the challenge of a partner (E1). */
import type { PartnerEntry } from '#contract/schemas/partner.ts'

export const entry: PartnerEntry = {
  studentFirstName: 'Noor',
  studentLastName: 'Haddad',
  studentAge: 16,
  studentCity: 'Halifax',
  studentProvince: 'Nova Scotia',
  studentEmail: 'parent@example.org',
  studentTelephone: '+1 902 555 0100',
  teacherName: 'M. Leblanc',
  teacherEmail: 'teacher@example.org',
  teacherTelephone: '902-555-0101',
  confirmRelease: true,
  confirmRules: true,
}
