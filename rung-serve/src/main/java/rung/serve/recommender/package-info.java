/** A recommender behind HTTP: items, users, lists, what people rate, and the model's own page. */
package rung.serve.recommender;
