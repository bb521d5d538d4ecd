// Sets up the authenticator app, and shows recovery codes.

import { type FormEvent, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { encode } from 'uqr';
import { call } from '../state/api/client.ts';
import type { RecoveryCodes, TotpConfirmation, TotpSetup } from '@marquee/api/editor.gen.ts';
import { errorText, isWrongCredentials } from '../state/errors.ts';
import { useMessages } from '../state/messages.ts';
import { useRefreshSession } from '../state/session.ts';
import { useCopy } from '../state/use-copy.ts';
import { Button } from './Button.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { TextField } from './Field.tsx';
import { Skeleton } from './Surface.tsx';
import styles from './EntranceLayout.module.css';

/** Shows the QR code, and takes the first code of the app. */
export function AuthenticatorSetup({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const messages = useMessages();
  const { twoFactor, common } = messages;
  const refresh = useRefreshSession();
  const [code, setCode] = useState('');
  const setup = useQuery({
    queryKey: ['totp-setup'],
    queryFn: () => call<TotpSetup>('POST', 'totp'),
    staleTime: Infinity,
    gcTime: 0,
  });
  const confirm = useMutation({
    mutationFn: () => call<RecoveryCodes>('POST', 'totp/confirm', { code: code.replaceAll(' ', '') } satisfies TotpConfirmation),
    onSuccess: ({ codes }) => {
      void refresh();
      onCodes(codes);
    },
  });
  if (setup.isPending) return <Skeleton label={common.loading()} />;
  if (setup.error !== null) return <ErrorScreen error={setup.error} onRetry={() => void setup.refetch()} />;
  const qr = qrPath(setup.data.url);
  const isWrong = isWrongCredentials(confirm.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <p>{twoFactor.scan()}</p>
      <div className={styles['qr']}>
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} shapeRendering="crispEdges">
          <title>{twoFactor.qr()}</title>
          <path d={qr.path} fill="currentColor" />
        </svg>
      </div>
      <div>
        <p>{twoFactor.orType()}</p>
        <p className={styles['secret']}>{setup.data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
      </div>
      <TextField
        label={twoFactor.firstCode()}
        value={code}
        onChange={setCode}
        error={confirm.error === null ? undefined : isWrong ? messages.signIn.wrongCode() : errorText(confirm.error, messages)}
        inputMode="numeric"
        autoComplete="one-time-code"
        isMono
      />
      <Button type="submit" look="solid" size="large" isBusy={confirm.isPending} isDisabled={code.trim().length < 6}>
        {twoFactor.turnOn()}
      </Button>
    </form>
  );
}

/** A QR code as the path of an SVG, one unit for each module. */
function qrPath(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: modules.join('') };
}

/** Recovery codes, shown once: to copy, print or download. */
export function RecoveryCodeList({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { twoFactor, common } = useMessages();
  const text = codes.join('\n');
  const copy = useCopy();
  return (
    <div className={styles['form']}>
      <p>{twoFactor.codesText()}</p>
      <ol className={styles['codes']} aria-label={twoFactor.codesTitle()}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles['row']}>
        <Button icon="copy" onPress={() => copy(text)}>
          {common.copy()}
        </Button>
        <Button icon="print" onPress={() => print()}>
          {common.print()}
        </Button>
      </div>
      <Button look="solid" size="large" onPress={onDone}>
        {twoFactor.saved()}
      </Button>
    </div>
  );
}
