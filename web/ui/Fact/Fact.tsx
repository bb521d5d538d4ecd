/** A row of a description list, perhaps with a link; nothing when there is no text. */
export function Fact({ name, text, href }: { name: string; text: string; href?: string }) {
  if (text === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {href === undefined ? (
          text
        ) : (
          <a className="link" href={href}>
            {text}
          </a>
        )}
      </dd>
    </div>
  );
}
