import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { ButtonLink } from '@marquee/ui/Button/look.tsx';
import { useLaterMessages } from '../../state/later.ts';
import css from './Form.module.css';

/** Link below a form, back to the sign-in form. */
export function BackToSignIn({ page: { area } }: { page: MemberPage }) {
  const { account } = useLaterMessages();
  return (
    <div className={css.back}>
      <ButtonLink kind="ghost" href={area.href}>
        {account.backToSignIn()}
      </ButtonLink>
    </div>
  );
}
