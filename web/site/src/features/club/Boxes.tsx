/** Boxes of what is still on its way, as many and as large as what comes. */
export function Boxes({ label, count, list, box }: { label: string; count: number; list: string | undefined; box: string | undefined }) {
  return (
    <div aria-busy="true">
      <p className="sr">{label}</p>
      <div className={list} aria-hidden="true">
        {Array.from({ length: count }, (_, place) => (
          <div key={place} className={box} />
        ))}
      </div>
    </div>
  );
}
