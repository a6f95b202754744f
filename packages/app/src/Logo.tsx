import { Link, sidebarConfig, useSidebarOpenState } from '@backstage/core-components';

/** Three stages on a line, and the name where there is room. */
export const Logo = () => {
  const { isOpen } = useSidebarOpenState();
  return (
    <Link to="/fleetstage" underline="none">
      <svg
        height={sidebarConfig.logoHeight}
        viewBox={isOpen ? '0 0 190 40' : '0 0 72 40'}
        role="img"
        aria-label="Fleetstage"
        style={{ margin: '16px 0 8px' }}
      >
        <g fill="none" stroke="currentColor" strokeWidth="3" color="#fff">
          <path d="M18 20h36" opacity=".5" />
          <circle cx="18" cy="20" r="5" fill="currentColor" />
          <circle cx="36" cy="20" r="5" fill="currentColor" />
          <circle cx="54" cy="20" r="5" />
        </g>
        {isOpen && (
          <text x="72" y="26" fill="#fff" fontFamily="inherit" fontSize="18" fontWeight="500">
            Fleetstage
          </text>
        )}
      </svg>
    </Link>
  );
};
