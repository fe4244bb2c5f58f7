import { Library } from 'lucide-react'
import { useDispatch } from 'react-redux'
import { authOpened, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/States.tsx'

/** `/collection` for visitors, who have none: explains collections and offers sign-up and login. */
export function VisitorPrompt() {
  const dispatch = useDispatch()
  const { readOnly } = useSite()
  return (
    <EmptyState
      level={1}
      title={t.collection.visitorTitle}
      icon={<Icon as={Library} size={28} />}
      action={
        <>
          {!readOnly && (
            <Button kind="primary" onClick={() => dispatch(authOpened({ mode: 'signup' }))}>
              {t.collection.signUp}
            </Button>
          )}
          <Button onClick={() => dispatch(authOpened({ mode: 'login' }))}>{t.collection.logIn}</Button>
          <ButtonLink href="/trending" kind="plain">
            {t.collection.recommended}
          </ButtonLink>
        </>
      }
    >
      {readOnly ? t.collection.readOnlyText : t.collection.visitorText}
    </EmptyState>
  )
}
