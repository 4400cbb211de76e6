/**
 * The nouns of the library and its one seam.
 *
 * <pre>
 *   {@link rung.ConvexFunction}   what a user writes or picks: rows, columns, value(A), gradient(A) as an operator
 *         │  wrapped by an engine
 *   {@link rung.Problem}          a function together with the engine that climbs it; {@link rung.ExactProblem} if it minimizes R itself
 *         │  start()
 *   {@link rung.Iterate}          the working pair U, V and whatever the engine keeps about it; {@link rung.ExactIterate} likewise
 *         │  driven by
 *   {@link rung.Algorithm}        Greedy | LocalSearch | FastGreedy | FastLocalSearch
 *         │
 *   {@link rung.Solution}         a low-rank matrix, the trace, why it stopped, how it came about; {@link rung.Climbed} adds the iterate
 * </pre>
 *
 * <h2>References</h2>
 *
 * <dl>
 *   <dt>[AS21]
 *   <dd>K. Axiotis, M. Sviridenko. Local Search Algorithms for Rank-Constrained Convex Optimization. ICLR 2021.
 *   <dt>[SGS11]
 *   <dd>S. Shalev-Shwartz, A. Gonen, O. Shamir. Large-Scale Convex Minimization with a Low-Rank Constraint (GECO). ICML
 *       2011.
 *   <dt>[MHT10]
 *   <dd>R. Mazumder, T. Hastie, R. Tibshirani. Spectral Regularization Algorithms for Learning Large Incomplete Matrices.
 *       JMLR 11, 2010.
 *   <dt>[PS82]
 *   <dd>C. C. Paige, M. A. Saunders. LSQR: An Algorithm for Sparse Linear Equations and Sparse Least Squares. ACM TOMS 8,
 *       1982.
 *   <dt>[GK65]
 *   <dd>G. Golub, W. Kahan. Calculating the Singular Values and Pseudo-Inverse of a Matrix. SIAM J. Numer. Anal. B 2, 1965.
 *   <dt>[HMT11]
 *   <dd>Halko, Martinsson, Tropp, Finding structure with randomness, SIAM Review 53, 2011.
 *   <dt>[MRT11]
 *   <dd>P.-G. Martinsson, V. Rokhlin, M. Tygert. A Randomized Algorithm for the Decomposition of Matrices. ACHA 30, 2011.
 *   <dt>[SKT14]
 *   <dd>A. Szlam, Y. Kluger, M. Tygert. An Implementation of a Randomized Algorithm for Principal Component Analysis. 2014.
 *   <dt>[LN89]
 *   <dd>D. C. Liu, J. Nocedal. On the Limited Memory BFGS Method for Large Scale Optimization. Math. Programming 45, 1989.
 *   <dt>[LT07]
 *   <dd>Y. J. Lim, Y. W. Teh. Variational Bayesian Approach to Movie Rating Prediction. KDD Cup 2007.
 *   <dt>[SM08]
 *   <dd>R. Salakhutdinov, A. Mnih. Bayesian Probabilistic Matrix Factorization using Markov Chain Monte Carlo. ICML 2008.
 *   <dt>[CLMW11]
 *   <dd>E. J. Candès, X. Li, Y. Ma, J. Wright. Robust Principal Component Analysis? J. ACM 58, 2011.
 *   <dt>[LCM10]
 *   <dd>Z. Lin, M. Chen, Y. Ma. The Augmented Lagrange Multiplier Method for Exact Recovery of Corrupted Low-Rank Matrices.
 *       arXiv 1009.5055, 2010.
 *   <dt>[Hub64]
 *   <dd>P. J. Huber. Robust Estimation of a Location Parameter. Ann. Math. Statist. 35, 1964.
 *   <dt>[HW77]
 *   <dd>P. W. Holland, R. E. Welsch. Robust Regression Using Iteratively Reweighted Least-Squares. Comm. Statist. A 6, 1977.
 *   <dt>[JTD11]
 *   <dd>P. Jain, A. Tewari, I. S. Dhillon. Orthogonal Matching Pursuit with Replacement. NIPS 2011.
 *   <dt>[LS01]
 *   <dd>D. D. Lee, H. S. Seung. Algorithms for Non-negative Matrix Factorization. NIPS 2000 (2001).
 *   <dt>[ZWSP08]
 *   <dd>Y. Zhou, D. Wilkinson, R. Schreiber, R. Pan. Large-Scale Parallel Collaborative Filtering for the Netflix Prize. AAIM
 *       2008.
 *   <dt>[Fun06]
 *   <dd>S. Funk. Netflix Update: Try This at Home. 2006.
 *   <dt>[KBV09]
 *   <dd>Y. Koren, R. Bell, C. Volinsky. Matrix Factorization Techniques for Recommender Systems. IEEE Computer 42, 2009.
 *   <dt>[Kor10]
 *   <dd>Y. Koren. Factor in the Neighbors: Scalable and Accurate Collaborative Filtering. ACM TKDD 4, 2010.
 * </dl>
 */
package rung;
